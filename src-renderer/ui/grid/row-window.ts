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
