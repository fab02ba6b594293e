import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgedFromMs, nextRecheckMs } from './poll-schedule.ts';

const MINUTE = 60_000;
const chance = fc.double({ min: 0, max: 1, noNaN: true });

describe('the times of looking', () => {
  test('soon at first, every minute later, and last when absence means something', () => {
    const times: number[] = [];
    let last: number | null = null;
    for (;;) {
      const next = nextRecheckMs(0, last, 3.5 * MINUTE, 0);
      if (next === null) break;
      times.push(next / 1_000);
      last = next;
    }
    expect(times).toEqual([2, 5, 10, 20, 40, 60, 120, 180, 210]);
  });

  test('a look that came late is followed by the next time ahead of it, never by one behind', () => {
    fc.assert(
      fc.property(fc.nat(3_600_000), fc.nat(3_600_000), chance, (lookedMs, untilMs, luck) => {
        const next = nextRecheckMs(0, lookedMs, untilMs, luck);
        if (next === null) return lookedMs >= untilMs;
        const longestMs = 1.2 * Math.max(MINUTE, lookedMs / 4);
        return next > lookedMs && next <= Math.min(untilMs + MINUTE / 5, lookedMs + longestMs);
      }),
    );
  });

  test('the search of a whole day takes forty looks at most, not one each minute', () => {
    let looks = 0;
    for (let at = nextRecheckMs(0, null, 1_440 * MINUTE, 0); at !== null; looks += 1) {
      at = nextRecheckMs(0, at, 1_440 * MINUTE, 0);
    }
    expect(looks).toBeLessThanOrEqual(40);
  });

  test('a thousand computers that lost an answer in the same second do not look in the same second', () => {
    const nextMs = Array.from({ length: 1_000 }, (_none, at) =>
      nextRecheckMs(0, 60_000 + at / 1_000, 10 * MINUTE, at / 1_000),
    );
    const seconds = new Map<number, number>();
    for (const ms of nextMs) {
      const second = Math.floor((ms ?? 0) / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    expect(Math.max(...seconds.values())).toBeLessThanOrEqual(100);
  });

  test('absence means something after ten minutes, or three times as long as the sending took', () => {
    expect(judgedFromMs({ endedAtMs: 1_000, sendingMs: 0 })).toBe(1_000 + 10 * MINUTE);
    expect(judgedFromMs({ endedAtMs: 0, sendingMs: 5 * MINUTE })).toBe(15 * MINUTE);
    expect(judgedFromMs({ endedAtMs: 7, sendingMs: 365 * 1_440 * MINUTE })).toBe(
      1_440 * MINUTE + 7,
    );
  });
});
