/** A small table to read (under a few hundred rows, nothing to select): the browser's own. Long lists are a DataGrid. */
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../layout/classes.ts';
import { Icon } from '../layout/icon.tsx';
import styles from './table.module.css';

export interface TableColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** By what its head orders the rows; absent: by nothing. */
  readonly sortBy?: (row: Row) => string | number;
}

interface TableSort {
  readonly id: string;
  readonly isDescending: boolean;
}

/** Null: as they come. */
function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: TableSort | null,
): readonly Row[] {
  const by = columns.find(({ id }) => id === sort?.id)?.sortBy;
  if (by === undefined) return rows;
  const sign = sort?.isDescending === true ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(by(one), by(other)));
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true });
}

/** `added`: not there yet; `leaving`: not there much longer; `asking`: a person has to decide. */
export type RowLook = 'added' | 'leaving' | 'asking';

/** `caption` is its accessible name. The first column names the row. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowId,
  rowLook,
  isStacked = false,
  most = Infinity,
  lead,
}: Readonly<{
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** How a row stands that is not on the service as it is shown. */
  rowLook?: (row: Row) => RowLook | undefined;
  /** In a narrow window the cells of a row stand below each other, so that nothing lies out of sight. */
  isStacked?: boolean;
  /** Rows that are shown, the first in their order. */
  most?: number;
  /** Before the name of a row, such as a box to choose it; and the same for the head. */
  lead?: { readonly head: ReactNode; readonly cell: (row: Row) => ReactNode };
}>): ReactElement {
  const [sort, setSort] = useState<TableSort | null>(null);
  const side = (column: TableColumn<Row>) => (column.isNumber === true ? styles['end'] : undefined);
  const frame = useRef<HTMLDivElement>(null);
  const isCut = useIsOverflowing(frame);
  return (
    // In a narrow window the keyboard has to reach what lies beside it.
    <div ref={frame} className={styles['frame']} tabIndex={isCut ? 0 : undefined}>
      <table
        className={classes(styles['table'], isStacked && styles['stacked'])}
        aria-label={caption}
      >
        <thead>
          <tr>
            {lead !== undefined && <td>{lead.head}</td>}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={side(column)}
                aria-sort={column.sortBy === undefined ? undefined : orderOf(column.id, sort)}
              >
                {column.sortBy === undefined ? (
                  column.label
                ) : (
                  <button
                    type="button"
                    className={styles['sort']}
                    onClick={() => setSort(nextOrder(column.id, sort))}
                  >
                    {column.label}
                    {sort?.id === column.id && (
                      <Icon name={sort.isDescending ? 'chevron-down' : 'chevron-up'} size={0.875} />
                    )}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(rows, columns, sort)
            .slice(0, most)
            .map((row) => (
              <tr key={rowId(row)} data-look={rowLook?.(row)}>
                {lead !== undefined && <td>{lead.cell(row)}</td>}
                {columns.map((column, index) =>
                  index === 0 ? (
                    <th key={column.id} scope="row" className={side(column)}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.id} data-label={column.label} className={side(column)}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function orderOf(id: string, sort: TableSort | null): 'ascending' | 'descending' | 'none' {
  if (sort?.id !== id) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}

/** Upwards first, then downwards, and round again. */
function nextOrder(id: string, sort: TableSort | null): TableSort {
  return { id, isDescending: sort?.id === id && !sort.isDescending };
}

/** Whether an element is narrower than what it holds, so that it has to be scrolled sideways to be read. */
function useIsOverflowing(element: RefObject<HTMLElement | null>): boolean {
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const look = () => setIsCut(current.scrollWidth > current.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return isCut;
}
