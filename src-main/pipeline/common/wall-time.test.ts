import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Clock } from '../../platform/clock.ts';
import { wallTimeMs } from './stage.ts';

const sleep = () => Promise.resolve();

test('what is ahead on the steady clock is ahead on the wall, by a millisecond too much at most', () => {
  const time = fc.double({ min: 0, max: 1e10, noNaN: true });
  fc.assert(
    fc.property(time, time, (monotonicMs, atMs) => {
      const nowMs = 1_795_251_600_000;
      const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => monotonicMs, sleep };
      const aheadMs = wallTimeMs(atMs, clock) - nowMs;
      expect(aheadMs > 0).toBe(atMs > monotonicMs);
      expect(aheadMs).toBeGreaterThanOrEqual(atMs - monotonicMs);
      expect(aheadMs - (atMs - monotonicMs)).toBeLessThanOrEqual(1);
    }),
    {
      examples: [
        [600_000, 600_000 + 1e-7],
        [600_000, 600_000],
        [600_000, 599_000],
      ],
    },
  );
});
