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
import styles from './table.module.css';

export interface TableColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
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
}: Readonly<{
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** How a row stands that is not on the service as it is shown. */
  rowLook?: (row: Row) => RowLook | undefined;
  /** In a narrow window the cells of a row stand below each other, so that nothing lies out of sight. */
  isStacked?: boolean;
}>): ReactElement {
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
            {columns.map((column) => (
              <th key={column.id} scope="col" className={side(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)} data-look={rowLook?.(row)}>
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
