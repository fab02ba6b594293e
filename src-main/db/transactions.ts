/**
 * The one way to change several rows together, and to tell somebody about it: what is told while a transaction runs
 * waits until its changes are committed, and is told to nobody when they are taken back.
 */
import type Database from 'better-sqlite3';

export interface Transactions {
  /** Runs `work` in one transaction that is on the disk afterwards; nested calls join it. Refuses asynchronous work. */
  readonly transaction: <Value>(work: () => Value) => Value;
  /**
   * The same for what costs only a second look when it is lost. It does not wait for the disk: a power cut may undo it,
   * whole and in order, unless a `transaction` came after it, which takes everything before it to the disk. The end of
   * the program undoes nothing. Throws when something that matters is begun inside it.
   */
  readonly repeatable: <Value>(work: () => Value) => Value;
  /** Calls `tell` once everything up to here is committed: at once outside of a transaction. It must not throw. */
  readonly afterCommit: (tell: () => void) => void;
}

export function makeTransactions(db: Database.Database): Transactions {
  const waiting: (() => void)[] = [];
  let isRepeatable = false;

  function commit<Value>(work: () => Value): Value {
    const toldBefore = waiting.length;
    try {
      return runTransaction(db, work);
    } catch (error) {
      waiting.length = toldBefore; // what an outer transaction has to tell may still come true
      throw error;
    }
  }

  function tellAll(): void {
    if (!db.inTransaction) for (const tell of waiting.splice(0)) tell();
  }

  return {
    transaction<Value>(work: () => Value): Value {
      if (isRepeatable) throw new Error('what must be on the disk was begun inside what need not');
      const value = commit(work);
      tellAll();
      return value;
    },
    repeatable<Value>(work: () => Value): Value {
      if (db.inTransaction) return commit(work); // as durable as what it is a part of
      isRepeatable = true;
      db.pragma('synchronous = NORMAL');
      let value: Value;
      try {
        value = commit(work);
      } finally {
        db.pragma('synchronous = FULL');
        isRepeatable = false;
      }
      tellAll();
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
