/**
 * Inserts rows of files, many at once, and counts them. Moves and deletions are counted by triggers; for new rows that took
 * a fifth of the time of an insertion (migration 280).
 */
import type Database from 'better-sqlite3';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';

export interface NewFile {
  readonly folderId: number;
  readonly directoryId: number;
  readonly name: string;
  readonly state: FileState;
  readonly sizeBytes: number;
  readonly identity: string;
  readonly unchangedSinceMs: number;
  readonly dueAtMs: number | null;
  readonly message: string | null;
  readonly isPicked: boolean;
  /** When its bytes are known already. */
  readonly contentId?: number | null;
  /** Its own; the folder's when absent. */
  readonly assignmentId?: number | null;
}

/** Takes at least one. Returns the number of the first; the others follow in their order. Joins the caller's transaction. */
export function makeFileInsertion(
  db: Database.Database,
  nowMs: () => number,
): (added: readonly NewFile[]) => number {
  const insertRows = makeInsertion(
    db,
    `file (folder_id, directory_id, name, state, message, size_bytes, identity, unchanged_since_ms, due_at_ms,
       is_picked, changed_at_ms, content_id, assignment_id, fingerprinted_at_ms)`,
  );
  const countIn = db.prepare<[folderId: number, state: FileState, files: number, bytes: number]>(
    `INSERT INTO file_count VALUES (?, ?, '', ?, ?)
     ON CONFLICT DO UPDATE SET files = files + excluded.files, bytes = bytes + excluded.bytes`,
  );
  const forgetListing = db.prepare<[directoryId: number]>(
    'UPDATE directory SET agreed_listing = NULL WHERE id = ? AND agreed_listing IS NOT NULL',
  );

  function insert(added: readonly NewFile[]): number {
    const atMs = nowMs();
    const firstId = insertRows(added.map((file) => columnsOf(file, atMs)));
    for (const [folderId, states] of Map.groupBy(added, (file) => file.folderId)) {
      for (const [state, files] of Map.groupBy(states, (file) => file.state)) {
        const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        countIn.run(folderId, state, files.length, bytes);
      }
    }
    for (const id of new Set(added.map(({ directoryId }) => directoryId))) forgetListing.run(id);
    return firstId;
  }
  const insertTogether = db.transaction(insert);
  return (added) => (db.inTransaction ? insert(added) : insertTogether(added));
}

function columnsOf(file: NewFile, atMs: number): readonly Column[] {
  const { folderId, directoryId, name, state, message, contentId = null } = file;
  const { sizeBytes, identity, unchangedSinceMs, dueAtMs, assignmentId = null } = file;
  const isPicked = file.isPicked ? 1 : 0;
  const fingerprintedAtMs = contentId === null ? null : atMs;
  // One array, because there is one for every file of a first scan.
  return [
    folderId,
    directoryId,
    name,
    state,
    message,
    sizeBytes,
    identity,
    unchangedSinceMs,
    dueAtMs,
    isPicked,
    atMs,
    contentId,
    assignmentId,
    fingerprintedAtMs,
  ];
}

export type Column = string | number | Buffer | null;

/** Statements are prepared for so many rows, the most first. The last is 1, so that any number can be made up. */
const WIDTHS = [64, 8, 1] as const;

/**
 * Inserts many rows with few statements. SQLite opens a table and its indexes for each statement, prepares to undo it
 * and counts the numbers of rows: with a dozen indexes that is half of the work of an insertion.
 *
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
