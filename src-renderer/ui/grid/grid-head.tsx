/** The head of a grid: names of columns, and by which one the rows are in order. */
import type { ReactElement, RefObject } from 'react';
import { classes } from '../layout/classes.ts';
import styles from './data-grid.module.css';
import type { GridColumn, GridSort } from './grid-column.ts';
import type { GridPlace } from './grid-keys.ts';
import { Icon } from '../layout/icon.tsx';
import { useWords } from '../../words/words-context.ts';
import { RowBox } from './row-box.tsx';

interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly sort: GridSort | null;
  /** Which place takes the focus when Tab reaches the grid. */
  readonly current: GridPlace;
  /** Whether all rows are chosen; null where rows have no check boxes. */
  readonly chosen: boolean | 'mixed' | null;
  readonly headRef: RefObject<HTMLDivElement | null>;
}

export function GridHead<Row>({
  columns,
  sort,
  current,
  chosen,
  headRef,
}: GridHeadProps<Row>): ReactElement {
  const { ui } = useWords();
  return (
    <div role="rowgroup" className={styles['head']} ref={headRef}>
      <div role="row" aria-rowindex={1} className={classes(styles['row'], styles['headRow'])}>
        {chosen !== null && (
          <div role="columnheader" aria-colindex={1}>
            <RowBox label={ui.chooseAll} isChosen={chosen} of="all" />
          </div>
        )}
        {columns.map((column, index) => {
          const isCurrent = current.row === -1 && current.column === index;
          const place = { 'data-place': `-1:${index}`, tabIndex: isCurrent ? 0 : -1 };
          const isSorted = sort?.column === column.id;
          const order = sort?.isDescending === true ? 'descending' : 'ascending';
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-colindex={index + (chosen === null ? 1 : 2)}
              aria-sort={column.isSortable === true ? (isSorted ? order : 'none') : undefined}
              className={classes(styles['cell'], column.isNumber === true && styles['end'])}
              {...(column.isSortable === true ? {} : place)}
            >
              {column.isSortable === true ? (
                <button type="button" className={styles['sort']} data-sort={index} {...place}>
                  {column.label}
                  {isSorted && (
                    <Icon
                      name={order === 'ascending' ? 'chevron-up' : 'chevron-down'}
                      size={0.875}
                    />
                  )}
                </button>
              ) : (
                column.label
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
