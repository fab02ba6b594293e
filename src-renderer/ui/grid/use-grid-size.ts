/** Measures a grid by its head, which is two rem high and as wide as the grid: zoom and window change both. */
import { rowScrollerOf } from './row-scroller.ts';
import { useLayoutEffect, useState, type RefObject } from 'react';

export const HEAD_REM = 2;
const ASSUMED: GridSize = { widthRem: 60, remPx: 16, viewPx: 0 }; // where nothing is laid out

export interface GridSize {
  readonly widthRem: number;
  readonly remPx: number;
  /** What of its rows can be in sight at once. */
  readonly viewPx: number;
}

/** Known before the first frame, so that nothing is drawn twice. */
export function useGridSize(
  grid: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
): GridSize {
  const [size, setSize] = useState(ASSUMED);
  useLayoutEffect(() => {
    const [whole, top] = [grid.current, head.current];
    if (whole === null || top === null) return undefined;
    const measure = () => {
      const { width, height } = top.getBoundingClientRect();
      if (height === 0) return;
      const remPx = height / HEAD_REM;
      const viewPx = rowScrollerOf(whole).heightPx - height;
      const now = { widthRem: width / remPx, remPx, viewPx };
      setSize((before) => (isSame(before, now) ? before : now));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(whole);
    observer.observe(top);
    window.addEventListener('resize', measure); // a low one is another scroller
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [grid, head]);
  return size;
}

function isSame(one: GridSize, other: GridSize): boolean {
  return (
    one.remPx === other.remPx && one.widthRem === other.widthRem && one.viewPx === other.viewPx
  );
}
