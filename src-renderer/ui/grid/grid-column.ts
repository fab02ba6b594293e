/** What one column of a grid shows, and how wide it is. */
import type { ReactNode } from 'react';

export interface GridColumn<Row> {
  readonly id: string;
  readonly label: string;
  /** A track of a CSS grid, such as `minmax(0, 2fr)` or `7rem`. */
  readonly track: string;
  readonly isNumber?: boolean;
  readonly isSortable?: boolean;
  /** Left out while the grid is narrower than this. */
  readonly fromWidthRem?: number;
  /** Left out from this width on, where other columns say the same. */
  readonly belowWidthRem?: number;
  readonly cell: (row: Row) => ReactNode;
}

/** The track of a column of moments: on one line where there is room, day above time elsewhere. */
export const MOMENT_TRACK = 'clamp(6.5rem, 16%, 8.5rem)';

export interface GridSort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** The same column again turns it round; another one begins with the smallest. */
export function nextSort(sort: GridSort | null, column: string): GridSort {
  return { column, isDescending: sort?.column === column && !sort.isDescending };
}
