/**
 * Files on their way to an upload, read from the front of the line: those of one folder in pages, and the few that have
 * instructions of their own. Rows that are held for a while only are among them.
 */
import type Database from 'better-sqlite3';

export interface WaitingFile {
  readonly id: number;
  readonly sizeBytes: number;
  readonly sinceMs: number;
}

/** Where a page ended. */
export interface WaitingPlace {
  /** The moment up to which later arrivals may go first, see sync/queue-order.ts. */
  readonly overtakenUntilMs: number;
  readonly id: number;
}

const IN_LINE = `(state IN ('ready', 'uploading')
    OR state = 'held' AND hold IN ('paused', 'offline', 'signed_out', 'server'))`;
const UNTIL = 'unchanged_since_ms + size_bytes / 1000.0';
const BEFORE_ALL: WaitingPlace = { overtakenUntilMs: -Infinity, id: 0 };

export function makeWaitingFileRepository(db: Database.Database) {
  const selectPage = db.prepare<[Record<string, number>], WaitingFile>(
    `SELECT id, size_bytes AS sizeBytes, unchanged_since_ms AS sinceMs FROM file
     WHERE folder_id = @folderId AND assignment_id IS NULL AND ${IN_LINE}
       AND ${UNTIL} >= @untilMs AND (${UNTIL} > @untilMs OR id > @id)
     ORDER BY ${UNTIL}, id LIMIT +@limit`, // planned once: see file-repository.ts
  );
  const selectOwn = db.prepare<[], { id: number }>(
    `SELECT id FROM file WHERE assignment_id IS NOT NULL AND ${IN_LINE}`,
  );
  const selectAmong = db.prepare<[ids: string], { id: number }>(
    `SELECT id FROM file WHERE id IN (SELECT value FROM json_each(?)) AND ${IN_LINE}`,
  );
  const selectCounts = db.prepare<[], { folderId: number; files: number }>(
    `SELECT folder_id AS folderId, sum(files) AS files FROM file_count
     WHERE ${IN_LINE} GROUP BY folder_id HAVING sum(files) > 0`,
  );

  return {
    /** By folder, removed ones too. */
    counts: () => selectCounts.all(),
    /** Those of a folder that follow its instructions, foremost first. */
    page: (folderId: number, after: WaitingPlace | null, limit: number): readonly WaitingFile[] => {
      const { overtakenUntilMs: untilMs, id } = after ?? BEFORE_ALL;
      return selectPage.all({ folderId, untilMs, id, limit });
    },
    /** Rows with instructions of their own, in no order. */
    withOwnInstructions: (): readonly number[] => selectOwn.all().map(({ id }) => id),
    /** Which of these wait. */
    among: (ids: readonly number[]): readonly number[] =>
      selectAmong.all(JSON.stringify(ids)).map(({ id }) => id),
  };
}
