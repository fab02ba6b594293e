/** The last seen copy of the service's credit history, by UTC days, so that it can be read without the service. */
import type Database from 'better-sqlite3';

export interface KeptTransaction {
  readonly id: string;
  readonly createdAtMs: number;
  /** Negative: a charge. */
  readonly amount: number;
  /** The service's word, whatever it is. */
  readonly type: string;
}

export function makeTransactionRepository(db: Database.Database) {
  const select = db.prepare<[fromMs: number, toMs: number], KeptTransaction>(
    `SELECT id, created_at_ms AS createdAtMs, amount, type FROM credit_transaction
     WHERE created_at_ms >= ? AND created_at_ms < ? ORDER BY created_at_ms, id`,
  );
  const upsert = db.prepare(
    `INSERT INTO credit_transaction (id, created_at_ms, amount, type) VALUES (@id, @createdAtMs, @amount, @type)
     ON CONFLICT DO UPDATE SET created_at_ms = excluded.created_at_ms, amount = excluded.amount, type = excluded.type`,
  );
  const selectDays = db.prepare<[from: string, to: string], { n: number; readAtMs: number | null }>(
    'SELECT count(*) AS n, min(read_at_ms) AS readAtMs FROM credit_day WHERE day BETWEEN ? AND ?',
  );
  const upsertDay = db.prepare(
    `INSERT INTO credit_day (day, read_at_ms) VALUES (@day, @readAtMs)
     ON CONFLICT DO UPDATE SET read_at_ms = excluded.read_at_ms`,
  );

  return {
    /** In [fromMs, toMs), oldest first. */
    between: (fromMs: number, toMs: number): readonly KeptTransaction[] => select.all(fromMs, toMs),
    keep(
      transactions: readonly KeptTransaction[],
      days: readonly string[],
      readAtMs: number,
    ): void {
      db.transaction(() => {
        for (const transaction of transactions) upsert.run(transaction);
        for (const day of days) upsertDay.run({ day, readAtMs });
      })();
    },
    /** How many of these days (YYYY-MM-DD, both included) are kept, and how old the oldest copy is. */
    keptDays: (from: string, to: string) => selectDays.get(from, to) ?? { n: 0, readAtMs: null },
  };
}
export type TransactionRepository = ReturnType<typeof makeTransactionRepository>;
