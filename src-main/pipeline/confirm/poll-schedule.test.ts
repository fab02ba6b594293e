import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgedFromMs, nextRecheckMs } from './poll-schedule.ts';

const MINUTE = 60_000;

describe('the times of looking', () => {
  test('soon at first, every minute later, and last when absence means something', () => {
    const times: number[] = [];
    let last: number | null = null;
    for (;;) {
      const next = nextRecheckMs(0, last, 3.5 * MINUTE);
      if (next === null) break;
      times.push(next / 1_000);
      last = next;
    }
    expect(times).toEqual([2, 5, 10, 20, 40, 60, 120, 180, 210]);
  });

  test('a look that came late is followed by the next time ahead of it, never by one behind', () => {
    fc.assert(
      fc.property(fc.nat(3_600_000), fc.nat(3_600_000), (lookedMs, untilMs) => {
        const next = nextRecheckMs(0, lookedMs, untilMs);
        if (next === null) return lookedMs >= untilMs;
        return next > lookedMs && next <= Math.min(untilMs, lookedMs + MINUTE);
      }),
    );
  });

  test('absence means something after ten minutes, or three times as long as the sending took', () => {
    expect(judgedFromMs({ endedAtMs: 1_000, sendingMs: 0 })).toBe(1_000 + 10 * MINUTE);
    expect(judgedFromMs({ endedAtMs: 0, sendingMs: 5 * MINUTE })).toBe(15 * MINUTE);
    expect(judgedFromMs({ endedAtMs: 7, sendingMs: 365 * 1_440 * MINUTE })).toBe(
      1_440 * MINUTE + 7,
    );
  });
});
