/**
 * Files waiting for upload, read from the front of the queue: those of one folder in pages, and the few that have an
 * assignment of their own. Rows with a temporary hold are included. Also sums of what awaits approval.
 */
import type Database from 'better-sqlite3';
import type { Visibility } from '../../../src-shared/model/money/price.ts';

export interface WaitingFile {
  readonly id: number;
  readonly sizeBytes: number;
  readonly sinceMs: number;
}

/** Where a page ended. */
export interface WaitingPlace {
  /** The time up to which later arrivals may go first, see pipeline/upload/queue-order.ts. */
  readonly overtakenUntilMs: number;
  readonly id: number;
}

/** As the index of migration 270 has it. */
const IN_LINE = `(state = 'ready' OR state = 'uploading'
    OR state = 'held' AND (hold = 'paused' OR hold = 'offline' OR hold = 'signed_out' OR hold = 'server'))`;
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
    /** Those that use the folder's assignment, foremost first. */
    page: (folderId: number, after: WaitingPlace | null, limit: number): readonly WaitingFile[] => {
      const { overtakenUntilMs: untilMs, id } = after ?? BEFORE_ALL;
      return selectPage.all({ folderId, untilMs, id, limit });
    },
    /** Rows with an assignment of their own, in no order. */
    withOwnInstructions: (): readonly number[] => selectOwn.all().map(({ id }) => id),
    /** Which of these wait. */
    among: (ids: readonly number[]): readonly number[] =>
      selectAmong.all(JSON.stringify(ids)).map(({ id }) => id),
  };
}

export interface WaitingSum {
  readonly files: number;
  readonly bytes: number;
  /** Of these files, those that the budget of their folder would pay for if fewer had come at once. */
  readonly largeBatchFiles: number;
  /** When the last of them came to wait; null: there is none. */
  readonly latestAtMs: number | null;
}

/** Contents of one size for destinations of one visibility; equal ones for the same destination count once. */
export interface WaitingContents {
  readonly visibility: Visibility;
  /** Of each; 0 where the price does not depend on it. */
  readonly sizeBytes: number;
  readonly contents: number;
}

/** A folder, some files, or all there are. */
export interface WaitingScope {
  readonly folderId?: number | undefined;
  readonly fileIds?: readonly number[] | undefined;
  /** Only those that waited then. */
  readonly upToMs?: number | undefined;
}

interface Asked {
  readonly folderId: number | null;
  readonly fileIds: string | null;
  readonly upToMs: number | null;
}

/**
 * A file that goes by itself does not wait: see features/credits, which says the same of a single row. One of a folder that is away
 * waits for that: see `missingFolders`.
 */
const WAITING = `FROM folder o CROSS JOIN file f ON f.folder_id = o.id
    JOIN assignment a ON a.id = ifnull(f.assignment_id, o.assignment_id)
  WHERE o.removed_at_ms IS NULL AND o.trouble IS NULL AND (@folderId IS NULL OR o.id = @folderId)
    AND f.state = 'ready' AND f.content_id IS NOT NULL
    AND (@fileIds IS NULL OR f.id IN (SELECT value FROM json_each(@fileIds)))
    AND (@upToMs IS NULL OR f.changed_at_ms <= @upToMs)
    AND (o.budget_credits IS NULL OR o.approve_each = 1 OR f.id <= o.large_batch_until_id)
    AND NOT EXISTS (SELECT 1 FROM approval p WHERE p.file_id = f.id AND p.content_id = f.content_id)`;

/**
 * What awaits a person's approval, summed up by the database: a user interface asks again whenever a file has moved,
 * and a million files must not be read for three numbers.
 */
export function makeWaitingCostRepository(db: Database.Database) {
  const selectSum = db.prepare<[Asked], WaitingSum>(
    `SELECT count(*) AS files, ifnull(sum(f.size_bytes), 0) AS bytes,
       ifnull(sum(o.budget_credits IS NOT NULL AND o.approve_each = 0), 0) AS largeBatchFiles,
       max(f.changed_at_ms) AS latestAtMs ${WAITING}`,
  );
  const selectContents = db.prepare<[Asked], WaitingContents>(
    `SELECT visibility, sizeBytes, count(*) AS contents FROM (
       SELECT a.visibility, CASE a.visibility WHEN 'private' THEN 0 ELSE f.size_bytes END AS sizeBytes ${WAITING}
       GROUP BY f.content_id, a.visibility, a.project_id
     ) GROUP BY visibility, sizeBytes`,
  );
  return {
    sum: (scope: WaitingScope): WaitingSum =>
      selectSum.get(asked(scope)) ?? { files: 0, bytes: 0, largeBatchFiles: 0, latestAtMs: null },
    contents: (scope: WaitingScope): readonly WaitingContents[] => selectContents.all(asked(scope)),
  };
}

function asked({ folderId, fileIds, upToMs }: WaitingScope): Asked {
  return {
    upToMs: upToMs ?? null,
    folderId: folderId ?? null,
    fileIds: fileIds === undefined ? null : JSON.stringify(fileIds),
  };
}
