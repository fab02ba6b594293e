/**
 * What a key does in a grid, as the ARIA practices describe it: a pure decision. The focus is on a whole row, or on one
 * cell of it, or on a column's head; the grid as a whole is one stop of the Tab key.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** `row` -1 is the head, where `column` is never null; null elsewhere means the whole row. */
export interface GridPlace {
  readonly row: number;
  readonly column: number | null;
}

export interface GridFacts {
  readonly rowCount: number;
  readonly columnCount: number;
  /** Rows that fit into sight at once. */
  readonly pageRows: number;
}

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Ctrl, or the command key of a Mac. */
  readonly isCommand: boolean;
}

export type GridAction =
  | { readonly do: 'move'; readonly to: GridPlace; readonly isExtending: boolean }
  | { readonly do: 'toggle' }
  | { readonly do: 'select-all' }
  | { readonly do: 'open' }
  | { readonly do: 'sort'; readonly column: number };

const HEAD = -1;

/** Null: the grid has no use for this key, and the browser keeps it. */
export function gridAction(press: KeyPress, at: GridPlace, facts: GridFacts): GridAction | null {
  const inHead = at.row === HEAD;
  switch (press.key) {
    case 'ArrowDown':
      return moveWithin(
        inHead ? { row: 0, column: null } : { ...at, row: at.row + 1 },
        press,
        facts,
      );
    case 'ArrowUp':
      if (inHead) return null;
      if (at.row === 0 && !press.shiftKey) return move({ row: HEAD, column: at.column ?? 0 });
      return moveWithin({ ...at, row: at.row - 1 }, press, facts);
    case 'PageDown':
      return moveWithin({ column: null, ...rowOnly(at, facts.pageRows) }, press, facts);
    case 'PageUp':
      return moveWithin({ column: null, ...rowOnly(at, -facts.pageRows) }, press, facts);
    case 'ArrowRight':
      return move({ ...at, column: Math.min((at.column ?? -1) + 1, facts.columnCount - 1) });
    case 'ArrowLeft':
      if (at.column === null) return null;
      if (at.column === 0) return inHead ? null : move({ ...at, column: null });
      return move({ ...at, column: at.column - 1 });
    case 'Home':
      if (at.column !== null && !press.isCommand) return move({ ...at, column: 0 });
      return moveWithin({ row: 0, column: null }, { ...press, shiftKey: false }, facts);
    case 'End':
      if (at.column !== null && !press.isCommand) {
        return move({ ...at, column: facts.columnCount - 1 });
      }
      return moveWithin(
        { row: facts.rowCount - 1, column: null },
        { ...press, shiftKey: false },
        facts,
      );
    case 'Enter':
      return inHead ? { do: 'sort', column: at.column ?? 0 } : { do: 'open' };
    case ' ':
      return inHead ? { do: 'sort', column: at.column ?? 0 } : { do: 'toggle' };
    case 'a':
    case 'A':
      return press.isCommand ? { do: 'select-all' } : null;
    default:
      return null;
  }
}

function rowOnly(at: GridPlace, by: number): { readonly row: number } {
  return { row: Math.max(0, at.row) + by };
}

function move(to: GridPlace): GridAction {
  return { do: 'move', to, isExtending: false };
}

/** Stays inside the list; null when there is no row to go to. */
function moveWithin(to: GridPlace, press: KeyPress, { rowCount }: GridFacts): GridAction | null {
  if (rowCount === 0) return null;
  const row = Math.min(Math.max(0, to.row), rowCount - 1);
  return { do: 'move', to: { ...to, row }, isExtending: press.shiftKey };
}

/** `rowCount`, `columnCount`: the place never points outside them. */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  rowCount: number,
  columnCount: number,
) {
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
