import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  listHeightPx,
  offsetPx,
  rowsInSight,
  scrollTopToShow,
  type RowSizes,
} from './row-window.ts';

const short: RowSizes = { rowCount: 1_000, rowPx: 44, viewPx: 440 };
const million: RowSizes = { rowCount: 1_000_000, rowPx: 44, viewPx: 440 };
const farthest = (sizes: RowSizes) => Math.max(0, listHeightPx(sizes) - sizes.viewPx);

describe('the rows in sight', () => {
  test('are those between the top of the view and its end, cut ones too', () => {
    expect(rowsInSight(short, 0)).toEqual([0, 9]);
    expect(rowsInSight(short, 45)).toEqual([1, 11]);
    expect(rowsInSight(short, 999_999)).toEqual([999, 999]);
    expect(rowsInSight({ ...short, rowCount: 3 }, 0)).toEqual([0, 2]);
    expect(rowsInSight({ ...short, viewPx: 0 }, 0)).toEqual([0, 0]);
  });

  test('a list that a browser can hold moves with its scroll bar', () => {
    expect(listHeightPx(short)).toBe(44_000);
    expect(offsetPx(short, 12_345)).toBe(12_345);
    expect(offsetPx(short, -20)).toBe(0); // drawn beyond its end, as some systems do
  });

  test('a list that is too tall for a browser is scrolled to its last row all the same', () => {
    expect(listHeightPx(million)).toBeLessThan(17_000_000);
    expect(rowsInSight(million, offsetPx(million, 0))).toEqual([0, 9]);
    expect(rowsInSight(million, offsetPx(million, farthest(million)))).toEqual([999_990, 999_999]);
  });

  test('a row that is gone to is in sight, and one that is in sight already moves nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rowCount, at, wanted) => {
          const sizes = { ...million, rowCount };
          const row = Math.floor(wanted * (rowCount - 1));
          const scrollTop = scrollTopToShow(sizes, at * farthest(sizes), row);
          expect(scrollTop).toBeGreaterThanOrEqual(0);
          expect(scrollTop).toBeLessThanOrEqual(farthest(sizes) + 1e-6);
          const topPx = row * sizes.rowPx - offsetPx(sizes, scrollTop);
          expect(topPx).toBeGreaterThan(-1e-3);
          expect(topPx + sizes.rowPx).toBeLessThan(sizes.viewPx + 1e-3);
          // To a thousandth: a float has no more over forty million.
          expect(scrollTopToShow(sizes, scrollTop, row)).toBeCloseTo(scrollTop, 3);
        },
      ),
    );
  });
});
