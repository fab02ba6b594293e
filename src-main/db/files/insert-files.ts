/**
 * Inserts rows of files, many at once, and counts them. Moves and deletions are counted by triggers; for new rows that took
 * a fifth of the time of an insertion (migration 280).
 */
import type Database from 'better-sqlite3';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { type Column, makeInsertion } from '../insert-rows.ts';

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
