/**
 * The one way to change several rows together, and to tell somebody about it: what is told while a transaction runs
 * waits until its changes are durable, and is told to nobody when they are taken back.
 */
import type Database from 'better-sqlite3';

export interface Transactions {
  /** Runs `work` in one transaction; nested calls join it. Refuses asynchronous work. */
  readonly transaction: <Value>(work: () => Value) => Value;
  /** Calls `tell` once everything up to here is durable: at once outside of a transaction. It must not throw. */
  readonly afterCommit: (tell: () => void) => void;
}

export function makeTransactions(db: Database.Database): Transactions {
  const waiting: (() => void)[] = [];
  return {
    transaction<Value>(work: () => Value): Value {
      const toldBefore = waiting.length;
      let value: Value;
      try {
        value = runTransaction(db, work);
      } catch (error) {
        waiting.length = toldBefore; // what an outer transaction has to tell may still come true
        throw error;
      }
      if (!db.inTransaction) for (const tell of waiting.splice(0)) tell();
      return value;
    },
    afterCommit(tell) {
      if (db.inTransaction) waiting.push(tell);
      else tell();
    },
  };
}

function runTransaction<Value>(db: Database.Database, work: () => Value): Value {
  return db.transaction(() => {
    const value = work();
    if (value instanceof Promise) throw new Error('a transaction cannot wait');
    return value;
  })();
}
