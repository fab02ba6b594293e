/** One row of a grid. It is drawn again only when what it shows is another. */
import { memo, type ReactElement } from 'react';
import { classes } from '../layout/classes.ts';
import styles from './data-grid.module.css';
import type { GridColumn } from './grid-column.ts';
import { RowBox } from './row-box.tsx';

export interface GridRowProps<Row> {
  readonly index: number;
  /** Null while it is being read. */
  readonly row: Row | null;
  readonly columns: readonly GridColumn<Row>[];
  readonly topPx: number;
  readonly heightPx: number;
  readonly isLast: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  /** Null where rows have no check boxes. */
  readonly boxLabel: string | null;
  /** What of it takes the focus when Tab reaches the grid: the row, one of its cells, or nothing. */
  readonly tabStop: 'row' | number | null;
}

function Row<Row>({
  index,
  row,
  columns,
  topPx,
  heightPx,
  isLast,
  isSelected,
  isOpen,
  boxLabel,
  tabStop,
}: GridRowProps<Row>): ReactElement {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      data-place={`${index}:row`}
      tabIndex={tabStop === 'row' ? 0 : -1}
      className={classes(styles['row'], styles['dataRow'], isLast && styles['lastRow'])}
      style={{ height: `${heightPx}px`, transform: `translateY(${topPx}px)` }}
    >
      {boxLabel !== null && (
        <div role="gridcell" aria-colindex={1}>
          <RowBox label={boxLabel} isChosen={isSelected} of="row" />
        </div>
      )}
      {columns.map((column, columnIndex) => (
        <div
          key={column.id}
          // The first column names the row.
          role={columnIndex === 0 ? 'rowheader' : 'gridcell'}
          aria-colindex={columnIndex + (boxLabel === null ? 1 : 2)}
          data-place={tabStop === columnIndex ? `${index}:${columnIndex}` : undefined}
          tabIndex={tabStop === columnIndex ? 0 : -1}
          className={classes(styles['cell'], column.isNumber === true && styles['end'])}
        >
          {row === null ? <span className={styles['unread']} /> : column.cell(row)}
        </div>
      ))}
    </div>
  );
}

export const GridRow = memo(Row) as typeof Row;
