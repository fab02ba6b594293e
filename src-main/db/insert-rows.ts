/**
 * Inserts many rows with few statements. SQLite opens a table and its indexes for each statement, prepares to undo it
 * and counts the numbers of rows: with a dozen indexes that is half of the work of an insertion.
 */
import type Database from 'better-sqlite3';

export type Column = string | number | Buffer | null;

/** Statements are prepared for so many rows, the most first. The last is 1, so that any number can be made up. */
const WIDTHS = [64, 8, 1] as const;

/**
 * `into`: a table with its columns, as in `file (name, state)`, whose rows are numbered by SQLite. Returns the number of
 * the first row; the others follow in their order. At least one row, each with a value for every column. `onConflict`: what
 * becomes of a row that the table refuses; `DO NOTHING` leaves it out, and the result is null if any was.
 */
export function makeInsertion(
  db: Database.Database,
  into: string,
): (rows: readonly (readonly Column[])[]) => number;
export function makeInsertion(
  db: Database.Database,
  into: string,
  onConflict: 'DO NOTHING',
): (rows: readonly (readonly Column[])[]) => number | null;
export function makeInsertion(
  db: Database.Database,
  into: string,
  onConflict: 'DO NOTHING' | null = null,
): (rows: readonly (readonly Column[])[]) => number | null {
  const columns = into.slice(into.indexOf('(')).split(',').length;
  const row = `(${Array(columns).fill('?').join(', ')})`;
  const statements = WIDTHS.map((width) => {
    const values = Array.from({ length: width }, () => row).join(', ');
    const end = onConflict === null ? '' : ` ON CONFLICT ${onConflict}`;
    const statement = db.prepare<[Column[]]>(`INSERT INTO ${into} VALUES ${values}${end}`);
    return { width, statement, values: Array<Column>(width * columns).fill(null) };
  });

  return (rows) => {
    if (rows.some(({ length }) => length !== columns))
      throw new Error('a row is too short or long');
    let [done, inserted, lastId] = [0, 0, 0];
    for (const { width, statement, values } of statements) {
      while (rows.length - done >= width) {
        for (let at = 0; at < values.length; at += 1) {
          values[at] = rows[done + Math.floor(at / columns)]?.[at % columns] ?? null;
        }
        const { changes, lastInsertRowid } = statement.run(values);
        lastId = Number(lastInsertRowid);
        inserted += changes;
        done += width;
      }
    }
    return inserted === rows.length ? lastId - rows.length + 1 : null;
  };
}
