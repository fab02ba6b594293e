/**
 * A person's decisions about the uploads of single files: which go before all others, and which are not sent at all. A
 * decision belongs to the row of a path and is deleted with it.
 */
import type Database from 'better-sqlite3';
import type {
  Pause,
  PauseMode,
  TransferRules,
} from '../../../src-shared/model/files/transfer-rules.ts';
import { remembered } from '../remembered.ts';

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
