/**
 * A person's decisions about the uploads of single files: which go before all others, and which are not sent at all. A
 * decision belongs to the row of a path and is deleted with it.
 */
import type Database from 'better-sqlite3';
import type {
  Pause,
  PauseMode,
  TransferRules,
} from '../../../src-shared/model/files/queue-view.ts';
import { remembered } from '../transactions.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';

export interface QueueChoice {
  /** It goes before all others, of several the lowest first; null: in its turn. */
  readonly place: number | null;
  /** These bytes are not sent until a person allows it; null: nothing was stopped. */
  readonly stoppedContentId: number | null;
}

const NO_CHOICE: QueueChoice = { place: null, stoppedContentId: null };

export function makeQueueChoiceRepository(db: Database.Database) {
  const columns = 'place, stopped_content_id AS stoppedContentId';
  const select = db.prepare<[fileId: number], QueueChoice>(
    `SELECT ${columns} FROM queue_choice WHERE file_id = ?`,
  );
  const selectAll = db.prepare<[], QueueChoice & { readonly fileId: number }>(
    `SELECT file_id AS fileId, ${columns} FROM queue_choice`,
  );
  const upsert = db.prepare(
    `INSERT INTO queue_choice (file_id, place, stopped_content_id) VALUES (@fileId, @place, @stoppedContentId)
     ON CONFLICT (file_id) DO UPDATE SET place = excluded.place, stopped_content_id = excluded.stopped_content_id`,
  );
  const foremost = db.prepare<[], number>('SELECT ifnull(min(place), 0) FROM queue_choice').pluck();
  const forget = db.prepare('DELETE FROM queue_choice WHERE file_id = ?');

  const of = (fileId: number): QueueChoice => select.get(fileId) ?? NO_CHOICE;

  function keep(fileId: number, change: Partial<QueueChoice>): void {
    const { place, stoppedContentId } = { ...of(fileId), ...change };
    if (place === null && stoppedContentId === null) forget.run(fileId);
    else upsert.run({ fileId, place, stoppedContentId });
  }

  return {
    of,
    /** Files with a person's decision, by row number. */
    all: (): ReadonlyMap<number, QueueChoice> =>
      new Map(selectAll.all().map(({ fileId, ...choice }) => [fileId, choice])),
    /** It goes before all others, also before those that were to go next until now. */
    sendNext: (fileId: number): void => keep(fileId, { place: (foremost.get() ?? 0) - 1 }),
    /** Null removes it. */
    stop: (fileId: number, contentId: number | null): void =>
      keep(fileId, { stoppedContentId: contentId }),
    forget(fileId: number): void {
      forget.run(fileId);
    },
  };
}

interface RuleRow {
  readonly pause: PauseMode | null;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly limitBytesPerSecond: number | null;
  readonly parallel: number | null;
}

/** A person's rules for the pace of all uploads. One row, which survives restarts. */
export function makeTransferRuleRepository(db: Database.Database) {
  const select = db.prepare<[], RuleRow>(
    `SELECT pause, paused_since_ms AS sinceMs, paused_until_ms AS untilMs,
       limit_bytes_per_second AS limitBytesPerSecond, parallel FROM transfer_rule`,
  );
  const setPause = db.prepare(
    'UPDATE transfer_rule SET pause = @mode, paused_since_ms = @sinceMs, paused_until_ms = @untilMs',
  );
  const setLimit = db.prepare('UPDATE transfer_rule SET limit_bytes_per_second = ?');
  const setParallel = db.prepare('UPDATE transfer_rule SET parallel = ?');

  const rules = remembered(db, (): TransferRules => {
    const row = select.get();
    if (row === undefined) throw new Error('the rules of transfers are missing');
    const { pause: mode, sinceMs, untilMs, limitBytesPerSecond, parallel } = row;
    const pause = mode === null || sinceMs === null ? null : { mode, sinceMs, untilMs };
    return { pause, limitBytesPerSecond, parallel };
  });

  return {
    get: (): TransferRules => rules.get(),
    /** Null ends it. */
    setPause(pause: Pause | null): void {
      rules.forget();
      setPause.run(pause ?? { mode: null, sinceMs: null, untilMs: null });
    },
    setLimit(bytesPerSecond: number | null): void {
      rules.forget();
      setLimit.run(bytesPerSecond);
    },
    setParallel(parallel: number | null): void {
      rules.forget();
      setParallel.run(parallel);
    },
  };
}

export interface WaitingFile {
  readonly id: number;
  readonly sizeBytes: number;
  readonly sinceMs: number;
}

/** Where a page ended. */
export interface WaitingPlace {
  /** The time up to which later arrivals may go first, see pipeline/upload/waiting-line.ts. */
  readonly overtakenUntilMs: number;
  readonly id: number;
}

/** As the index of migration 270 has it. */
const IN_LINE = `(state = 'ready' OR state = 'uploading'
    OR state = 'held' AND (hold = 'paused' OR hold = 'offline' OR hold = 'signed_out' OR hold = 'server'))`;
const UNTIL = 'unchanged_since_ms + size_bytes / 1000.0';
const BEFORE_ALL: WaitingPlace = { overtakenUntilMs: -Infinity, id: 0 };

/**
 * Files waiting for upload, read from the front of the queue: those of one folder in pages, and the few that have an
 * assignment of their own. Rows with a temporary hold are included. Also sums of what awaits approval.
 */
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
