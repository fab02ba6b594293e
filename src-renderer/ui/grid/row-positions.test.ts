import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeRows, type RowPlace } from './row-window.ts';

const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_row, at) => from + at);
const keys = (places: readonly RowPlace[]) => places.map(({ key }) => key);

describe('elements of rows', () => {
  test('a row keeps its element while it is shown', () => {
    const before = placeRows([], rows(0, 9));
    const after = placeRows(before, rows(3, 12));
    expect(keys(after).slice(0, 7)).toEqual(keys(before).slice(3));
  });

  test('a page of other rows takes over the elements there are', () => {
    const before = placeRows([], rows(0, 9));
    expect(keys(placeRows(before, rows(90, 99)))).toEqual(keys(before));
  });

  test('the one with the focus keeps its own, wherever the others go', () => {
    const before = placeRows([], rows(40, 49));
    const focused = before[4]?.key;
    const below = placeRows(before, [44, ...rows(90, 99)]);
    expect(below[0]).toEqual({ row: 44, key: focused });
    const above = placeRows(before, [...rows(0, 9), 44]);
    expect(above.at(-1)).toEqual({ row: 44, key: focused });
  });

  test('no two rows have one element, and none that stays ever moves', () => {
    const shown = fc
      .uniqueArray(fc.nat({ max: 60 }), { maxLength: 30 })
      .map((each) => each.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(fc.array(shown, { minLength: 2, maxLength: 6 }), (steps) => {
        let places: readonly RowPlace[] = [];
        for (const step of steps) {
          const before = keys(places);
          places = placeRows(places, step);
          expect(places.map(({ row }) => row)).toEqual(step);
          expect(new Set(keys(places)).size).toBe(step.length);
          const old = keys(places)
            .map((key) => before.indexOf(key))
            .filter((at) => at >= 0);
          expect(old).toEqual(old.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
