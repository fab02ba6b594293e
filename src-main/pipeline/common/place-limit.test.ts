import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FIRST_PLACE_LIMIT,
  isCongestion,
  isQuick,
  mostPlaces,
  nextPlaceLimit,
  nextUsualTime,
  type PlaceEvent,
  type PlaceLimit,
  type UsualTime,
} from './place-limit.ts';

const quick = { type: 'answered', isQuick: true, wasFull: true } as const;
const slow = { ...quick, isQuick: false };
const withFreePlaces = { ...quick, wasFull: false };
const congested = { type: 'congested' } as const;
const full = { type: 'asked', isFull: true } as const;
const free = { type: 'asked', isFull: false } as const;

/** The places after each of these, all of which happen at once. */
function after(start: PlaceLimit, events: readonly PlaceEvent[], parallel: number | null = null) {
  return events.reduce((now, event) => nextPlaceLimit(now, event, 0, mostPlaces(parallel)), start)
    .places;
}

const at = (places: number): PlaceLimit => ({ ...FIRST_PLACE_LIMIT, places });
const times = (count: number, event: PlaceEvent) => Array.from({ length: count }, () => event);

describe('places', () => {
  test.each<[string, PlaceLimit, readonly PlaceEvent[], number]>([
    ['six at first', FIRST_PLACE_LIMIT, [], 6],
    ['a round of quick answers allows one more', at(6), times(6, quick), 7],
    ['less than a round does not', at(6), times(5, quick), 6],
    ['two rounds, the second one longer', at(6), times(13, quick), 8],
    ['a slow answer undoes a quick one', at(6), [...times(5, quick), slow, quick], 6],
    ['two quick ones make up for it', at(6), [...times(5, quick), slow, quick, quick], 7],
    ['as many slow ones as quick ones', at(6), times(60, quick).flatMap((each) => [each, slow]), 6],
    ['answers beside free places say nothing', at(6), times(60, withFreePlaces), 6],
    ['twelve at most', at(12), times(60, quick), 12],
    ['trouble halves them', at(12), [congested], 6],
    ['trouble that comes together halves them once', at(12), times(9, congested), 6],
    ['one is left in any case', at(1), [congested], 1],
    ['they grow again after trouble', at(4), [congested, quick, quick], 3],
  ])('%s', (_, start, events, places) => {
    expect(after(start, events)).toBe(places);
  });

  test.each([
    [9_999, 6],
    [10_000, 3],
  ])('trouble %i ms after the last halving leaves %i', (laterMs, places) => {
    const halved = nextPlaceLimit(at(12), congested, 0, 12);
    expect(nextPlaceLimit(halved, congested, laterMs, 12).places).toBe(places);
  });

  test('large files give no answers to go by: half a minute without a free place allows one more', () => {
    let limit = nextPlaceLimit(at(2), full, 0, 12);
    const seen = [29_999, 30_000, 59_999, 60_000].map((nowMs) => {
      limit = nextPlaceLimit(limit, full, nowMs, 12);
      return limit.places;
    });
    expect(seen).toEqual([2, 3, 3, 4]);
    const interrupted = nextPlaceLimit(nextPlaceLimit(at(2), full, 0, 12), free, 29_000, 12);
    expect(nextPlaceLimit(interrupted, full, 40_000, 12).places).toBe(2);
  });

  test('half a minute in which answers are slow allows nothing', () => {
    const strained = [0, 20_000, 40_000, 60_000, 80_000].reduce(
      (now, ms) => nextPlaceLimit(nextPlaceLimit(now, full, ms, 12), slow, ms + 10_000, 12),
      at(6),
    );
    expect(strained.places).toBe(6);
  });

  test('a person’s own number is a bound, whatever happens', () => {
    const events = fc.constantFrom<PlaceEvent>(quick, slow, withFreePlaces, congested, full, free);
    const history = fc.array(fc.tuple(events, fc.nat(40_000)), { maxLength: 200 });
    const own = fc.option(fc.integer({ min: 1, max: 8 }), { nil: null });
    let grown = 0;
    fc.assert(
      fc.property(history, own, (steps, parallel) => {
        const most = mostPlaces(parallel);
        let limit: PlaceLimit = at(Math.min(FIRST_PLACE_LIMIT.places, most));
        let nowMs = 0;
        for (const [event, laterMs] of steps) {
          nowMs += laterMs;
          const before = limit.places;
          limit = nextPlaceLimit(limit, event, nowMs, most);
          expect(limit.places).toBeGreaterThanOrEqual(1);
          expect(limit.places).toBeLessThanOrEqual(parallel ?? 12);
          expect(limit.places).toBeLessThanOrEqual(before + 1);
          if (limit.places > before) grown += 1;
        }
      }),
    );
    expect(grown).toBeGreaterThan(0); // the run did something
  });
});

test.each([
  [50, 0, true],
  [120, 0, true],
  [121, 0, false],
  [220, 600_000, true], // nothing was as short for ten minutes
  [221, 600_000, false],
  [1_000, 600_000, false],
])('after one of 50 ms, a time of %i ms is quick %i ms later: %s', (tookMs, laterMs, is) => {
  const usual = nextUsualTime(null, 50, 0);
  expect(isQuick(tookMs, nextUsualTime(usual, tookMs, laterMs))).toBe(is);
});

test('the shortest time counts, also of many', () => {
  const usual = [90, 50, 70, 200].reduce<UsualTime | null>(
    (now, tookMs) => nextUsualTime(now, tookMs, 0),
    null,
  );
  expect(usual?.ms).toBe(50);
});

test.each([
  ['429', { kind: 'throttled', retryAfterMs: null }, true],
  ['503', { kind: 'unavailable', why: 'server-error', status: 503, retryAfterMs: null }, true],
  ['500', { kind: 'unavailable', why: 'server-error', status: 500, retryAfterMs: null }, false],
  ['a stall', { kind: 'unavailable', why: 'timed-out', status: null, retryAfterMs: null }, true],
  ['a refusal', { kind: 'forbidden', serviceSays: null }, false],
] as const)('%s shows too many requests at once: %j, %s', (_, fault, shows) => {
  expect(isCongestion(fault)).toBe(shows);
});
