/** The credit history. Every change of a balance is one row here, written together with it. */
import { randomUUID } from 'node:crypto';
import type { Connection } from './database.ts';

/** PROJECT_CREATION and PROJECT_INVITATION are the document's words; the others are this service's own. */
export type TransactionType =
  | 'PROJECT_CREATION'
  | 'PROJECT_INVITATION'
  | 'PUBLIC_FILE_UPLOAD'
  | 'PRIVATE_FILE_UPLOAD'
  | 'FILE_DELETION'
  | 'INITIAL_CREDITS'
  | 'CREDIT_ADDITION'
  | 'CREDIT_SUBTRACTION';

export interface CreditTransaction {
  readonly id: string;
  readonly userId: string;
  readonly createdAtMs: number;
  /** Negative: a charge. */
  readonly amount: number;
  readonly type: TransactionType;
  /** The project or file it paid for; null where there is none. */
  readonly subjectId: string | null;
}

const COLUMNS = `id, user_id AS userId, created_at_ms AS createdAtMs, amount, type, subject_id AS subjectId`;

export function makeTransactionTable(db: Connection) {
  const insert = db.prepare<[CreditTransaction]>(
    `INSERT INTO credit_transaction (id, user_id, created_at_ms, amount, type, subject_id)
     VALUES (@id, @userId, @createdAtMs, @amount, @type, @subjectId)`,
  );
  const between = db.prepare<[string, number, number], CreditTransaction>(
    `SELECT ${COLUMNS} FROM credit_transaction
     WHERE user_id = ? AND created_at_ms >= ? AND created_at_ms < ? ORDER BY sequence`,
  );
  const all = db.prepare<[], CreditTransaction>(
    `SELECT ${COLUMNS} FROM credit_transaction ORDER BY sequence`,
  );
  return {
    append: (transaction: Omit<CreditTransaction, 'id'>): void =>
      void insert.run({ ...transaction, id: randomUUID() }),
    /** Oldest first; `untilMs` is not included. */
    between: (userId: string, fromMs: number, untilMs: number): readonly CreditTransaction[] =>
      between.all(userId, fromMs, untilMs),
    all: (): readonly CreditTransaction[] => all.all(),
  };
}
