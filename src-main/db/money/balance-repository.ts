/** The last balance that was read, for when the service is away, and the last one that nothing could change unseen. */
import type Database from 'better-sqlite3';

export interface BalanceReading {
  readonly credits: number;
  /** The balance is that of some moment between the two. */
  readonly askedAtMs: number;
  readonly readAtMs: number;
}

/** `quiet`: nothing of ours was on its way that could still be charged. */
export type ReadingKind = 'latest' | 'quiet';

export function makeBalanceRepository(db: Database.Database) {
  const select = db.prepare<[kind: ReadingKind], BalanceReading>(
    `SELECT credits, asked_at_ms AS askedAtMs, read_at_ms AS readAtMs FROM balance_reading WHERE kind = ?`,
  );
  const upsert = db.prepare(
    `INSERT INTO balance_reading (kind, credits, asked_at_ms, read_at_ms) VALUES (@kind, @credits, @askedAtMs, @readAtMs)
     ON CONFLICT DO UPDATE SET credits = excluded.credits, asked_at_ms = excluded.asked_at_ms,
       read_at_ms = excluded.read_at_ms`,
  );

  return {
    get: (kind: ReadingKind): BalanceReading | null => select.get(kind) ?? null,
    keep(kind: ReadingKind, reading: BalanceReading): void {
      upsert.run({ kind, ...reading });
    },
  };
}
export type BalanceRepository = ReturnType<typeof makeBalanceRepository>;
