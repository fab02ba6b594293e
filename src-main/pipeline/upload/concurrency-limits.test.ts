import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ceilingOf,
  firstPace,
  judgeSlot,
  nextPace,
  slotsOf,
  type Pace,
} from './concurrency-limits.ts';

/** Bytes per second, as last measured. */
const perSecond = ({ bytesPerMs }: Pace) => (bytesPerMs === null ? null : bytesPerMs * 1_000);

const MB = 1_000_000;
const CEILING = ceilingOf(null);

/** Three finishes within a second that moved so much together. */
function measured(pace: Pace, bytes: number, nowMs: number, wasFull = true): Pace {
  let next = nextPace(pace, { type: 'moved', bytes, wasFull }, nowMs, CEILING);
  for (let finish = 0; finish < 3; finish += 1) {
    next = nextPace(next, { type: 'finished', wasFull }, nowMs, CEILING);
  }
  return next;
}

describe('the number of uploads at once', () => {
  test('starts at three; three clean finishes allow one more while that moves 5 % more', () => {
    let pace = firstPace(0);
    const limits = [10, 10.4, 10.93].map((megabytes, turn) => {
      pace = measured(pace, megabytes * MB, (turn + 1) * 1_000);
      return pace.limit;
    });
    expect([firstPace(0).limit, ...limits, perSecond(pace)]).toEqual([3, 4, 4, 5, 10.93 * MB]);
  });

  test('half a minute is as good as three finishes: large files do not end often', () => {
    const moved = { type: 'moved', bytes: 30 * MB, wasFull: true } as const;
    const early = nextPace(firstPace(0), moved, 29_999, CEILING);
    expect([early.limit, perSecond(early)]).toEqual([3, null]);
    const late = nextPace(early, moved, 30_000, CEILING);
    expect([late.limit, perSecond(late)]).toEqual([4, 2 * MB]);
  });

  test('what was measured with free places says nothing about more of them', () => {
    expect(measured(firstPace(0), 10 * MB, 1_000, false).limit).toBe(3);
  });

  test('trouble halves it, once in ten seconds, and it grows again from there', () => {
    let pace: Pace = { ...firstPace(0), limit: 6 };
    const limits = [100_000, 109_999, 110_000, 120_000].map((nowMs) => {
      pace = nextPace(pace, { type: 'congested' }, nowMs, CEILING);
      return pace.limit;
    });
    expect(limits).toEqual([3, 3, 1, 1]);
    expect(measured(pace, MB, 121_000).limit).toBe(2);
  });

  test('it stays between one and the ceiling, whatever happens', () => {
    const event = fc.oneof(
      fc.record({ type: fc.constant('moved' as const), bytes: fc.nat(1e9), wasFull: fc.boolean() }),
      fc.record({ type: fc.constant('finished' as const), wasFull: fc.boolean() }),
      fc.record({ type: fc.constant('congested' as const) }),
    );
    const history = fc.array(fc.tuple(event, fc.nat(40_000)), { maxLength: 200 });
    const own = fc.option(fc.integer({ min: 1, max: 8 }), { nil: null });
    let grown = 0;
    fc.assert(
      fc.property(history, own, (steps, parallel) => {
        let pace = firstPace(0);
        let nowMs = 0;
        for (const [happened, laterMs] of steps) {
          nowMs += laterMs;
          const before = pace;
          pace = nextPace(pace, happened, nowMs, ceilingOf(parallel));
          const { usual, all, most } = slotsOf(pace, parallel);
          expect(usual).toBeGreaterThanOrEqual(1);
          expect(usual).toBeLessThanOrEqual(parallel ?? 6);
          expect(all).toBeLessThanOrEqual(most);
          expect(most).toBe(parallel ?? 8);
          expect(pace.limit).toBeLessThanOrEqual(before.limit + 1);
          if (pace.limit > before.limit) grown += 1;
          const isHalvedAgain = before.halvedAtMs !== null && pace.halvedAtMs !== before.halvedAtMs;
          expect(isHalvedAgain && nowMs - (before.halvedAtMs ?? 0) < 10_000).toBe(false);
        }
      }),
    );
    expect(grown).toBeGreaterThan(0); // the run did something
  });
});

const times = (count: number, bytes: number) => Array.from({ length: count }, () => bytes);

describe('places', () => {
  const three = slotsOf(firstPace(0), null);
  const [tiny, small, usual, huge] = [65_536, 1 * MB, 100 * MB, 600 * MB];

  test.each<[string, 'now' | 'later' | 'none', number, readonly number[]]>([
    ['a small file beside three', 'now', small, [usual, usual, usual]],
    ['a third small file beside three', 'none', small, [usual, usual, usual, small, small]],
    [
      'a tiny file beside three and two small ones',
      'now',
      tiny,
      [usual, usual, usual, small, small],
    ],
    ['an eighth tiny file', 'now', tiny, times(7, tiny)],
    ['a ninth upload, however tiny', 'none', tiny, times(8, tiny)],
    ['a small file beside seven tiny ones', 'now', small, times(7, tiny)],
    [
      'a third small file beside tiny ones',
      'none',
      small,
      [usual, usual, usual, small, small, tiny],
    ],
    ['a file of more than 64 KiB beside five', 'none', 65_537, times(5, small)],
    ['a file below 8 MiB beside three', 'now', 8_388_607, [usual, usual, usual]],
    ['a file of 8 MiB beside three', 'later', 8_388_608, [usual, usual, usual]],
    ['a larger file beside four small ones', 'now', usual, [small, small, small, small]],
    ['a larger file beside five', 'none', usual, [small, small, small, small, small]],
    ['a second file above 500 MB', 'now', huge, [huge]],
    ['a third file above 500 MB', 'later', huge, [huge, huge]],
    ['a file of 500 MB beside two larger ones', 'now', 500 * MB, [huge, huge]],
  ])('when %s may begin: %s', (_, when, sizeBytes, running) => {
    expect(judgeSlot(sizeBytes, running, three)).toBe(when);
  });

  test('a person’s own number is the most there ever is, small and tiny ones included', () => {
    const one = slotsOf(firstPace(0), 1);
    expect(judgeSlot(small, [], one)).toBe('now');
    expect(judgeSlot(small, [usual], one)).toBe('none');
    expect(judgeSlot(tiny, [usual], one)).toBe('none');
    expect(slotsOf({ ...firstPace(0), limit: 8 }, 8)).toEqual({ usual: 8, all: 8, most: 8 });
  });
});
