/** Measures a grid by its head, which is two rem high and as wide as the grid: zoom and window change both. */
import { useEffect, useState, type RefObject } from 'react';

export const HEAD_REM = 2;
const ASSUMED = { widthRem: 60, remPx: 16 }; // until it is measured

export interface GridSize {
  readonly widthRem: number;
  readonly remPx: number;
}

export function useGridSize(head: RefObject<HTMLElement | null>): GridSize {
  const [size, setSize] = useState<GridSize>(ASSUMED);
  useEffect(() => {
    const element = head.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      if (height === 0) return;
      const remPx = height / HEAD_REM;
      const widthRem = width / remPx;
      setSize((before) =>
        before.remPx === remPx && before.widthRem === widthRem ? before : { widthRem, remPx },
      );
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [head]);
  return size;
}
