import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ceilingOf, firstPace, hasPlace, nextPace, placesOf, type Pace } from './pace.ts';

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
    expect(pace.limit).toBe(3);
    pace = measured(pace, 10 * MB, 1_000);
    expect(pace.limit).toBe(4);
    pace = measured(pace, 10.4 * MB, 2_000);
    expect(pace.limit).toBe(4);
    pace = measured(pace, 10.93 * MB, 3_000);
    expect(pace.limit).toBe(5);
    expect(perSecond(pace)).toBe(10.93 * MB);
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
    const congested = { type: 'congested' } as const;
    let pace: Pace = { ...firstPace(0), limit: 6 };
    pace = nextPace(pace, congested, 100_000, CEILING);
    expect(pace.limit).toBe(3);
    pace = nextPace(pace, congested, 109_999, CEILING);
    expect(pace.limit).toBe(3);
    pace = nextPace(pace, congested, 110_000, CEILING);
    expect(pace.limit).toBe(1);
    pace = nextPace(pace, congested, 120_000, CEILING);
    expect(pace.limit).toBe(1);
    expect(measured(pace, MB, 121_000).limit).toBe(2);
  });

  test('it stays between one and the ceiling, whatever happens', () => {
    const event = fc.oneof(
      fc.record({
        type: fc.constant('moved' as const),
        bytes: fc.nat(1e9),
        wasFull: fc.boolean(),
      }),
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
          const { usual, all } = placesOf(pace, parallel);
          expect(usual).toBeGreaterThanOrEqual(1);
          expect(usual).toBeLessThanOrEqual(parallel ?? 6);
          expect(all).toBeLessThanOrEqual(parallel ?? 8);
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

describe('places', () => {
  const three = placesOf(firstPace(0), null);
  const [small, usual, huge] = [1 * MB, 100 * MB, 600 * MB];

  test('two more for files below 8 MiB, and none of theirs for the others', () => {
    expect(hasPlace(small, [usual, usual, usual], three)).toBe(true);
    expect(hasPlace(small, [usual, usual, usual, small, small], three)).toBe(false);
    expect(hasPlace(usual, [usual, usual, usual], three)).toBe(false);
    expect(hasPlace(8_388_607, [usual, usual, usual], three)).toBe(true);
    expect(hasPlace(8_388_608, [usual, usual, usual], three)).toBe(false);
  });

  test('small files cannot keep a large one out once a place is free', () => {
    expect(hasPlace(usual, [small, small, small, small], three)).toBe(true);
    expect(hasPlace(usual, [small, small, small, small, small], three)).toBe(false);
  });

  test('at most two files above 500 MB at once', () => {
    expect(hasPlace(huge, [huge], three)).toBe(true);
    expect(hasPlace(huge, [huge, huge], three)).toBe(false);
    expect(hasPlace(500 * MB, [huge, huge], three)).toBe(true);
  });

  test('a person’s own number is the most there ever is, small ones included', () => {
    const one = placesOf(firstPace(0), 1);
    expect(hasPlace(small, [], one)).toBe(true);
    expect(hasPlace(small, [usual], one)).toBe(false);
    expect(placesOf({ ...firstPace(0), limit: 8 }, 8)).toEqual({ usual: 8, all: 8 });
  });
});
