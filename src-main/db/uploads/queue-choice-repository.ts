/**
 * A person's decisions about the uploads of single files: which go before or behind all others, and which are not sent
 * at all. A decision belongs to the row of a path and is deleted with it.
 */
import type Database from 'better-sqlite3';
import type {
  UploadPriority,
  Pause,
  PauseMode,
  TransferRules,
} from '../../../src-shared/model/files/transfer-rules.ts';
import { remembered } from '../remembered.ts';

export interface QueueChoice {
  readonly priority: UploadPriority;
  /** Position among those that go first, lowest first; null: behind them, in normal order. */
  readonly place: number | null;
  /** These bytes are not sent until a person allows it; null: nothing was stopped. */
  readonly stoppedContentId: number | null;
}

interface Row {
  readonly fileId: number;
  readonly priority: 'first' | 'last' | null;
  readonly place: number | null;
  readonly stoppedContentId: number | null;
}

const NO_CHOICE: QueueChoice = { priority: 'normal', place: null, stoppedContentId: null };

export function makeQueueChoiceRepository(db: Database.Database) {
  const columns = 'file_id AS fileId, priority, place, stopped_content_id AS stoppedContentId';
  const select = db.prepare<[fileId: number], Row>(
    `SELECT ${columns} FROM upload_wish WHERE file_id = ?`,
  );
  const selectAll = db.prepare<[], Row>(`SELECT ${columns} FROM upload_wish`);
  const upsert = db.prepare(
    `INSERT INTO upload_wish (file_id, priority, place, stopped_content_id)
     VALUES (@fileId, @priority, @place, @stoppedContentId)
     ON CONFLICT (file_id) DO UPDATE SET priority = excluded.priority, place = excluded.place,
       stopped_content_id = excluded.stopped_content_id`,
  );
  const unplace = db.prepare('UPDATE upload_wish SET place = NULL WHERE place IS NOT NULL');
  const forget = db.prepare('DELETE FROM upload_wish WHERE file_id = ?');

  const of = (fileId: number): QueueChoice => read(select.get(fileId));

  function keep(fileId: number, change: Partial<QueueChoice>): void {
    const { priority, place, stoppedContentId } = { ...of(fileId), ...change };
    if (priority === 'normal' && stoppedContentId === null) forget.run(fileId);
    else {
      const kept = priority === 'normal' ? null : priority;
      upsert.run({ fileId, priority: kept, place, stoppedContentId });
    }
  }

  return {
    of,
    /** Files with a person's decision, by row number. */
    all: (): ReadonlyMap<number, QueueChoice> =>
      new Map(selectAll.all().map((row) => [row.fileId, read(row)])),
    setPriority: (fileId: number, priority: UploadPriority): void =>
      keep(fileId, { priority, place: null }),
    /** These go before all others, in this order; files with an earlier position go behind them. */
    arrange(fileIds: readonly number[]): void {
      unplace.run();
      for (const [place, fileId] of fileIds.entries()) keep(fileId, { priority: 'first', place });
    },
    /** Null removes it. */
    stop: (fileId: number, contentId: number | null): void =>
      keep(fileId, { stoppedContentId: contentId }),
    forget(fileId: number): void {
      forget.run(fileId);
    },
  };
}

function read(row: Row | undefined): QueueChoice {
  if (row === undefined) return NO_CHOICE;
  const { priority, place, stoppedContentId } = row;
  return { priority: priority ?? 'normal', place, stoppedContentId };
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
