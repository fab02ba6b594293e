/**
 * The last balance that was read, for use while the service is unreachable, and the last one that nothing could change
 * unseen.
 */
import type Database from 'better-sqlite3';
import {
  NO_LIMITS,
  type SpendLimitName,
  type SpendLimits,
} from '../../../src-shared/model/money/spend-limits.ts';
import type { HistoryEntry } from '../../../src-shared/model/money/match-charges.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { getMeta, setMeta } from '../open-database.ts';
import { remembered } from '../transactions.ts';

const UNSHOWN = 'unshown_credits';
const ON_ITS_WAY = 'balance_on_its_way_credits';
const IN_DOUBT = 'balance_in_doubt_credits';
/** A balance that is later than this has risen by what somebody added. */
const LATEST_BALANCE_MS = 10 * MINUTE_MS;

export interface BalanceReading {
  readonly credits: number;
  /** The balance is from some moment between the two. */
  readonly askedAtMs: number;
  readonly readAtMs: number;
}

/** How far the journals of uploads and of paid changes are: a moment that no clock can move. */
export interface JournalPlaces {
  readonly uploadAttempts: number;
  readonly changeAttempts: number;
}

/** A reading with which a later one can be compared. */
export interface BalanceBaseline extends JournalPlaces {
  readonly credits: number;
}

/** What a reading may include, or not. */
export interface Unsettled {
  /** Uploads in progress. */
  readonly onItsWayCredits: number;
  /** What is recorded just before the reading, had lost its answer, or is a change in progress. */
  readonly inDoubtCredits: number;
}

const NOTHING_UNSETTLED: Unsettled = { onItsWayCredits: 0, inDoubtCredits: 0 };

export type KeptBalance = BalanceReading & BalanceBaseline;

/** `quiet`: no upload or change of ours was in progress that could still be charged. */
export type ReadingKind = 'latest' | 'quiet';

export function makeBalanceRepository(db: Database.Database) {
  const select = db.prepare<[kind: ReadingKind], KeptBalance>(
    `SELECT credits, asked_at_ms AS askedAtMs, read_at_ms AS readAtMs, upload_attempts AS uploadAttempts,
       change_attempts AS changeAttempts FROM balance_reading
     WHERE kind = ? AND upload_attempts IS NOT NULL AND change_attempts IS NOT NULL`,
  );
  const places = db.prepare<[], JournalPlaces>(
    `SELECT (SELECT ifnull(max(rowid), 0) FROM upload_attempt) AS uploadAttempts,
       (SELECT count(*) FROM change_attempt) AS changeAttempts`,
  );
  const upsert = db.prepare(
    `INSERT INTO balance_reading (kind, credits, asked_at_ms, read_at_ms, upload_attempts, change_attempts)
     VALUES (@kind, @credits, @askedAtMs, @readAtMs, @uploadAttempts, @changeAttempts)
     ON CONFLICT DO UPDATE SET credits = excluded.credits, asked_at_ms = excluded.asked_at_ms,
       read_at_ms = excluded.read_at_ms, upload_attempts = excluded.upload_attempts,
       change_attempts = excluded.change_attempts`,
  );

  const placesNow = (): JournalPlaces => places.get() ?? { uploadAttempts: 0, changeAttempts: 0 };

  return {
    get: (kind: ReadingKind): KeptBalance | null => select.get(kind) ?? null,
    placesNow,
    /** Credits that were spent here and that the balance did not show at the last quiet reading; 0 when that is long ago. */
    unshown(nowMs: number): number {
      const text = getMeta(db, UNSHOWN);
      if (text === null) return 0;
      const { credits, sinceMs } = JSON.parse(text) as { credits: number; sinceMs: number };
      return nowMs < sinceMs + LATEST_BALANCE_MS ? credits : 0;
    },
    /** `sinceMs`: when the last of them was spent, or later. */
    noteUnshown(credits: number, sinceMs: number): void {
      if (credits > 0) setMeta(db, UNSHOWN, JSON.stringify({ credits, sinceMs }));
      else db.prepare('DELETE FROM meta WHERE name = ?').run(UNSHOWN);
    },
    /** Of the latest reading. */
    onItsWay: (): number => Number(getMeta(db, ON_ITS_WAY) ?? 0),
    /** Of the latest reading. */
    inDoubt: (): number => Number(getMeta(db, IN_DOUBT) ?? 0),
    /** Keeps a reading with the present places in the journals. */
    keep(kind: ReadingKind, reading: BalanceReading, unsettled = NOTHING_UNSETTLED): void {
      upsert.run({ kind, ...reading, ...placesNow() });
      if (kind === 'quiet') return;
      setMeta(db, ON_ITS_WAY, String(unsettled.onItsWayCredits));
      setMeta(db, IN_DOUBT, String(unsettled.inDoubtCredits));
    },
  };
}

/** The last seen copy of the service's credit history, by UTC days, so that it can be read without the service. */
export function makeTransactionRepository(db: Database.Database) {
  const select = db.prepare<[fromMs: number, toMs: number], HistoryEntry>(
    `SELECT id, created_at_ms AS createdAtMs, amount, type FROM credit_transaction
     WHERE created_at_ms >= ? AND created_at_ms < ? ORDER BY created_at_ms, id`,
  );
  const selectUnexplained = db.prepare<[fromMs: number, toMs: number], HistoryEntry>(
    `SELECT id, created_at_ms AS createdAtMs, amount, type FROM credit_transaction t
     WHERE created_at_ms >= ? AND created_at_ms < ?
       AND NOT EXISTS (SELECT 1 FROM charge c WHERE c.transaction_id = t.id)
       AND NOT EXISTS (SELECT 1 FROM change_charge c WHERE c.transaction_id = t.id)
     ORDER BY created_at_ms, id`,
  );
  const upsert = db.prepare(
    `INSERT INTO credit_transaction (id, created_at_ms, amount, type) VALUES (@id, @createdAtMs, @amount, @type)
     ON CONFLICT DO UPDATE SET created_at_ms = excluded.created_at_ms, amount = excluded.amount, type = excluded.type`,
  );
  const selectDays = db.prepare<[from: string, to: string], { n: number; readAtMs: number | null }>(
    `SELECT count(*) AS n, ifnull(min(CASE WHEN read_at_ms < (unixepoch(day) + 86400) * 1000 THEN read_at_ms END),
       max(read_at_ms)) AS readAtMs FROM credit_day WHERE day BETWEEN ? AND ?`,
  );
  const upsertDay = db.prepare(
    `INSERT INTO credit_day (day, read_at_ms) VALUES (@day, @readAtMs)
     ON CONFLICT DO UPDATE SET read_at_ms = excluded.read_at_ms`,
  );

  return {
    /** In [fromMs, toMs), oldest first. */
    between: (fromMs: number, toMs: number): readonly HistoryEntry[] => select.all(fromMs, toMs),
    /** Those of which no upload and no change, whenever it began, is known to be what they paid for. */
    unexplained: (fromMs: number, toMs: number): readonly HistoryEntry[] =>
      selectUnexplained.all(fromMs, toMs),
    keep(transactions: readonly HistoryEntry[], days: readonly string[], readAtMs: number): void {
      db.transaction(() => {
        for (const transaction of transactions) upsert.run(transaction);
        for (const day of days) upsertDay.run({ day, readAtMs });
      })();
    },
    /** How many of these days (YYYY-MM-DD, both included) are kept, and how old the oldest copy is: one of a day that was over is complete. */
    keptDays: (from: string, to: string) => selectDays.get(from, to) ?? { n: 0, readAtMs: null },
  };
}

/** The account's limits on spending, as the person set them. */
export function makeSpendLimitRepository(db: Database.Database) {
  const select = db.prepare<[], { name: SpendLimitName; value: number | null }>(
    'SELECT name, value FROM spend_limit',
  );
  const upsert = db.prepare(
    `INSERT INTO spend_limit (name, value) VALUES (@name, @value)
     ON CONFLICT DO UPDATE SET value = excluded.value`,
  );

  const limits = remembered(db, (): SpendLimits => {
    const set = Object.fromEntries(select.all().map(({ name, value }) => [name, value]));
    return { ...NO_LIMITS, ...set };
  });

  return {
    get: (): SpendLimits => limits.get(),
    /** Null removes a limit; a missing field leaves it unchanged. */
    change(changed: Partial<SpendLimits>): void {
      limits.forget();
      db.transaction(() => {
        for (const [name, value] of Object.entries(changed)) upsert.run({ name, value });
      })();
    },
  };
}
