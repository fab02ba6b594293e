/**
 * Keeps the grid's one place of focus and brings the browser's focus there after a move. The row that has it stays in
 * the page however far the list is scrolled, so the focus is never lost.
 */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { GridPlace } from './grid-keys.ts';

export interface GridFocus {
  readonly current: GridPlace;
  readonly moveTo: (place: GridPlace) => void;
}

/** `rowCount`, `columnCount`: the place never points outside them. */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  rowCount: number,
  columnCount: number,
): GridFocus {
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: null });
  const isWanted = useRef(false);
  const current = clamp(place, rowCount, columnCount);

  useLayoutEffect(() => {
    if (!isWanted.current) return;
    const target = grid.current?.querySelector<HTMLElement>(
      `[data-place="${current.row}:${current.column ?? 'row'}"]`,
    );
    if (target === null || target === undefined) return;
    isWanted.current = false;
    target.focus({ preventScroll: true });
  });

  const moveTo = useCallback((next: GridPlace) => {
    isWanted.current = true;
    setPlace(next);
  }, []);
  return { current, moveTo };
}

function clamp(place: GridPlace, rowCount: number, columnCount: number): GridPlace {
  const column = place.column === null ? null : Math.min(place.column, columnCount - 1);
  if (rowCount === 0 || place.row < 0) return { row: -1, column: column ?? 0 };
  return { row: Math.min(place.row, rowCount - 1), column };
}
