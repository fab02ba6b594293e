/** Follows how far a list is scrolled. It is drawn again only when other rows come into sight. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { offsetPx, rowsInSight, scrollTopToShow, type RowSizes } from './row-window.ts';

export interface RowWindow {
  /** Rows in sight, both included. */
  readonly first: number;
  readonly last: number;
  /** What is added to `row * rowPx` to get where a row stands; zero unless the list is too tall for a browser. */
  readonly shiftPx: number;
  readonly onScroll: () => void;
  /** Brings a row into sight. */
  readonly show: (row: number) => void;
}

export function useRowWindow(grid: RefObject<HTMLElement | null>, sizes: RowSizes): RowWindow {
  const [scrollTop, setScrollTop] = useState(0);
  const drawn = windowAt(sizes, scrollTop);
  const latest = useRef({ sizes, drawn });
  useEffect(() => {
    latest.current = { sizes, drawn };
  });

  const onScroll = useCallback(() => {
    const now = grid.current?.scrollTop ?? 0;
    const next = windowAt(latest.current.sizes, now);
    const { first, last, shiftPx } = latest.current.drawn;
    if (next.first === first && next.last === last && next.shiftPx === shiftPx) return;
    // In the frame that shows the scrolled list: later, it would show a gap.
    flushSync(() => setScrollTop(now));
  }, [grid]);

  const show = useCallback(
    (row: number) => {
      if (grid.current === null) return;
      grid.current.scrollTop = scrollTopToShow(latest.current.sizes, grid.current.scrollTop, row);
    },
    [grid],
  );
  return { ...drawn, onScroll, show };
}

function windowAt(sizes: RowSizes, scrollTop: number) {
  const offset = offsetPx(sizes, scrollTop);
  const [first, last] = rowsInSight(sizes, offset);
  return { first, last, shiftPx: scrollTop - offset };
}
