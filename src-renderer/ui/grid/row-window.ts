/**
 * Which rows of a long list are in the page, and where they stand: all rows are equally high, so that a million of them
 * cost no more than ten. Pure.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { rowScrollerOf } from './row-scroller.ts';

/** Browsers cut what is taller than about 17 million pixels; a longer list moves faster under the scroll bar instead. */
const TALLEST_PX = 16_000_000;

export interface RowSizes {
  readonly rowCount: number;
  readonly rowPx: number;
  /** What of the rows can be in sight at once. */
  readonly viewPx: number;
}

/** How tall the page makes all rows together. */
export function listHeightPx({ rowCount, rowPx }: RowSizes): number {
  return Math.min(rowCount * rowPx, TALLEST_PX);
}

/** How far into the rows a scroll bar that stands at `scrollTop` has come. */
export function offsetPx(sizes: RowSizes, scrollTop: number): number {
  return Math.max(0, scrollTop) * stretch(sizes);
}

/** Where the scroll bar has to stand so that a row is in sight, moved no more than that takes. */
export function scrollTopToShow(sizes: RowSizes, scrollTop: number, row: number): number {
  const offset = offsetPx(sizes, scrollTop);
  const topmost = row * sizes.rowPx;
  const lowest = topmost + sizes.rowPx - sizes.viewPx;
  if (offset > topmost) return topmost / stretch(sizes);
  return offset < lowest ? lowest / stretch(sizes) : scrollTop;
}

/** First and last row in sight, both included. */
export function rowsInSight(
  { rowCount, rowPx, viewPx }: RowSizes,
  offset: number,
): readonly [first: number, last: number] {
  const newest = Math.max(0, rowCount - 1);
  const first = Math.min(newest, Math.floor(offset / rowPx));
  const last = Math.min(newest, Math.ceil((offset + viewPx) / rowPx) - 1);
  return [first, Math.max(first, last)];
}

/** Pixels of rows for one pixel of the scroll bar; one unless the list is too tall for a browser. */
function stretch(sizes: RowSizes): number {
  const ownPx = sizes.rowCount * sizes.rowPx - sizes.viewPx;
  const shownPx = listHeightPx(sizes) - sizes.viewPx;
  return shownPx <= 0 ? 1 : ownPx / shownPx;
}

/**
 * Follows how far a list is scrolled, and brings a row into sight. It is drawn again only when other rows come into sight.
 */
export function useRowWindow(grid: RefObject<HTMLElement | null>, sizes: RowSizes) {
  const [scrollTop, setScrollTop] = useState(0);
  const drawn = windowAt(sizes, scrollTop);
  const latest = useRef({ sizes, drawn });
  useEffect(() => {
    latest.current = { sizes, drawn };
  });

  const { viewPx } = sizes;
  useLayoutEffect(() => {
    // Another window may have another scroll bar, which stands elsewhere.
    if (grid.current !== null) setScrollTop(rowScrollerOf(grid.current).topPx());
  }, [grid, viewPx]);

  const onScroll = useCallback((now: number) => {
    const next = windowAt(latest.current.sizes, now);
    const { first, last, shiftPx } = latest.current.drawn;
    if (next.first === first && next.last === last && next.shiftPx === shiftPx) return;
    // In the frame that shows the scrolled list: later, it would show a gap.
    flushSync(() => setScrollTop(now));
  }, []);

  const show = useCallback(
    (row: number) => {
      if (grid.current === null) return;
      const { topPx, scrollTo } = rowScrollerOf(grid.current);
      const before = topPx();
      const after = scrollTopToShow(latest.current.sizes, before, row);
      if (after !== before) scrollTo(after);
    },
    [grid],
  );
  return { ...drawn, onScroll, show };
}

/**
 * Rows in sight, both included, and what is added to `row * rowPx` to get where a row stands: zero unless the list is too
 * tall for a browser.
 */
function windowAt(sizes: RowSizes, scrollTop: number) {
  const offset = offsetPx(sizes, scrollTop);
  const [first, last] = rowsInSight(sizes, offset);
  return { first, last, shiftPx: scrollTop - offset };
}

export interface RowPlace {
  readonly key: number;
  readonly row: number;
}

/**
 * Which element shows which row. Elements whose row left are taken over by rows that came, because new ones cost the
 * browser most. None ever changes its place among the others: what moves would lose the focus, and is read out of
 * order. `rows`: those to be shown now, ascending, none twice. Pure.
 */
export function placeRows(
  before: readonly RowPlace[],
  rows: readonly number[],
): readonly RowPlace[] {
  const stays = new Set(rows);
  let fresh = before.reduce((highest, { key }) => Math.max(highest, key), -1) + 1;
  let at = 0;
  /** Keys that stand before `row`, or that are left at the end, and whose rows left. */
  const free: number[] = [];
  const passTo = (row: number) => {
    free.length = 0;
    for (; at < before.length && before[at]?.row !== row; at += 1) {
      const place = before[at];
      if (place !== undefined && !stays.has(place.row)) free.push(place.key);
    }
  };
  const kept = new Map(before.map(({ key, row }) => [row, key]));
  const nextKept = (from: number) => rows.slice(from).find((row) => kept.has(row)) ?? -1;

  passTo(nextKept(0));
  return rows.map((row, index) => {
    const key = kept.get(row);
    if (key === undefined) {
      const taken = free.shift();
      if (taken !== undefined) return { key: taken, row };
      fresh += 1;
      return { key: fresh - 1, row };
    }
    at += 1;
    passTo(nextKept(index + 1));
    return { key, row };
  });
}
