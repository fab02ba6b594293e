/** A person's rules for the pace of all uploads. One row, which survives restarts. */
import type Database from 'better-sqlite3';
import type {
  Pause,
  PauseMode,
  TransferRules,
} from '../../../src-shared/model/files/transfer-rules.ts';
import { remembered } from '../remembered.ts';

interface Row {
  readonly pause: PauseMode | null;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly limitBytesPerSecond: number | null;
  readonly parallel: number | null;
}

export function makeTransferRuleRepository(db: Database.Database) {
  const select = db.prepare<[], Row>(
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
