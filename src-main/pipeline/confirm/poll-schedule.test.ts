import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { denialJudgedFromMs, judgedFromMs, nextRecheckMs } from './poll-schedule.ts';

const MINUTE = 60_000;
const LOST = { sinceMs: 0, isDenied: false };
const chance = fc.double({ min: 0, max: 1, noNaN: true });

describe('the times of looking', () => {
  test('soon at first, every minute later, and last when absence means something', () => {
    const times: number[] = [];
    let last: number | null = null;
    for (;;) {
      const next = nextRecheckMs(LOST, last, 3.5 * MINUTE, 0);
      if (next === null) break;
      times.push(next / 1_000);
      last = next;
    }
    expect(times).toEqual([2, 5, 10, 20, 40, 60, 120, 180, 210]);
  });

  test('a look that came late is followed by the next time ahead of it, never by one behind', () => {
    fc.assert(
      fc.property(fc.nat(3_600_000), fc.nat(3_600_000), chance, (lookedMs, untilMs, luck) => {
        const next = nextRecheckMs(LOST, lookedMs, untilMs, luck);
        if (next === null) return lookedMs >= untilMs;
        const longestMs = 1.2 * Math.max(MINUTE, lookedMs / 4);
        return next > lookedMs && next <= Math.min(untilMs + MINUTE / 5, lookedMs + longestMs);
      }),
    );
  });

  test('the search of a whole day takes forty looks at most, not one each minute', () => {
    let looks = 0;
    for (let at = nextRecheckMs(LOST, null, 1_440 * MINUTE, 0); at !== null; looks += 1) {
      at = nextRecheckMs(LOST, at, 1_440 * MINUTE, 0);
    }
    expect(looks).toBeLessThanOrEqual(40);
  });

  test('a thousand computers that lost an answer in the same second do not look in the same second', () => {
    const nextMs = Array.from({ length: 1_000 }, (_none, at) =>
      nextRecheckMs(LOST, 60_000 + at / 1_000, 10 * MINUTE, at / 1_000),
    );
    const seconds = new Map<number, number>();
    for (const ms of nextMs) {
      const second = Math.floor((ms ?? 0) / 1_000);
      seconds.set(second, (seconds.get(second) ?? 0) + 1);
    }
    expect(Math.max(...seconds.values())).toBeLessThanOrEqual(100);
  });

  test('the first look for a denied upload comes when it can confirm the denial, the others as for any', () => {
    const denied = { ...LOST, isDenied: true };
    const first = nextRecheckMs(denied, null, 10 * MINUTE, 0.5) ?? 0;
    expect(first).toBeGreaterThanOrEqual(
      denialJudgedFromMs({ endedAtMs: 0, sendingMs: 9 * MINUTE }),
    );
    expect(first).toBeLessThan(MINUTE / 2); // one pass waits so long
    expect(nextRecheckMs(denied, first, 10 * MINUTE, 0)).toBe(40_000);
  });

  test('absence means something after ten minutes, or three times as long as the sending took', () => {
    expect(judgedFromMs({ endedAtMs: 1_000, sendingMs: 0 })).toBe(1_000 + 10 * MINUTE);
    expect(judgedFromMs({ endedAtMs: 0, sendingMs: 5 * MINUTE })).toBe(15 * MINUTE);
    expect(judgedFromMs({ endedAtMs: 7, sendingMs: 365 * 1_440 * MINUTE })).toBe(
      1_440 * MINUTE + 7,
    );
  });
});
