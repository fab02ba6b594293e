import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Clock } from '../ports/clock.ts';
import { wallTimeMs } from './wall-time.ts';

const clockAt = (monotonicMs: number): Clock => ({
  nowMs: () => 1_795_251_600_000,
  monotonicMs: () => monotonicMs,
  sleep: () => Promise.resolve(),
});

test('a moment ahead by a ten-millionth of a millisecond is still ahead, and one that has come is not', () => {
  const clock = clockAt(600_000);
  expect(wallTimeMs(600_000 + 1e-7, clock)).toBeGreaterThan(clock.nowMs());
  expect(wallTimeMs(600_000, clock)).toBe(clock.nowMs());
  expect(wallTimeMs(599_000, clock)).toBe(clock.nowMs() - 1_000);
});

test('whatever the steady clock counts, what is ahead of it is ahead on the wall, by a millisecond too much at most', () => {
  const time = fc.double({ min: 0, max: 1e10, noNaN: true });
  fc.assert(
    fc.property(time, time, (nowMs, atMs) => {
      const clock = clockAt(nowMs);
      const aheadMs = wallTimeMs(atMs, clock) - clock.nowMs();
      expect(aheadMs > 0).toBe(atMs > nowMs);
      expect(aheadMs - (atMs - nowMs)).toBeLessThanOrEqual(1);
    }),
  );
});
