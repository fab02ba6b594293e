/** Changing several rows together: at once, or in one commit with what others change in the same turn of the loop. */
import type Database from 'better-sqlite3';

export type Transactions = ReturnType<typeof makeTransactions>;

/**
 * Work runs later in the turn, in the order of the requests. The promise resolves when all of the group is committed,
 * and with one `transaction` in it on the disk; nothing else happens in between. It rejects with what its own work
 * throws, of which nothing stays, or when the commit fails.
 */
export interface Grouped {
  readonly transaction: <Value>(work: () => Value) => Promise<Value>;
  readonly repeatable: <Value>(work: () => Value) => Promise<Value>;
}

/** Each commit by itself and at once, for callers without a group. */
export const UNGROUPED: Grouped = {
  transaction: async (work) => work(),
  repeatable: async (work) => work(),
};

interface Member {
  readonly isDurable: boolean;
  /** Runs the work, and returns what tells its caller. */
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * The one way to change several rows together and to announce it: announcements made during a transaction wait until it
 * is committed, and are dropped when it is rolled back. `nextTurn`: resolves after what the event loop has ready.
 */
export function makeTransactions(db: Database.Database, nextTurn: () => Promise<void>) {
  const waiting: (() => void)[] = [];
  const runTransaction = db.transaction(runAtOnce);
  let group: Member[] = [];
  let isRepeatable = false;

  function commit<Value>(work: () => Value): Value {
    const toldBefore = waiting.length;
    try {
      return runTransaction(work) as Value;
    } catch (error) {
      waiting.length = toldBefore; // announcements of an outer transaction may still be valid
      throw error;
    }
  }

  function tellAll(): void {
    if (!db.inTransaction) for (const tell of waiting.splice(0)) tell();
  }

  /** Runs `work` in one transaction that is on the disk afterwards; nested calls join it. Rejects asynchronous work. */
  function transaction<Value>(work: () => Value): Value {
    if (isRepeatable) throw new Error('what must be on the disk was begun inside what need not');
    const value = commit(work);
    tellAll();
    return value;
  }

  /**
   * The same for work that costs only another check when it is lost. It does not wait for the disk: a power cut may
   * undo it completely and in order, unless a later `transaction` wrote everything before it to disk. The end of the
   * program undoes nothing. Throws when a durable transaction is begun inside it.
   */
  function repeatable<Value>(work: () => Value): Value {
    if (db.inTransaction) return commit(work); // as durable as the outer transaction
    isRepeatable = true;
    db.exec('PRAGMA synchronous = NORMAL'); // a pragma() takes ten times as long, at every commit
    let value: Value;
    try {
      value = commit(work);
    } finally {
      db.exec('PRAGMA synchronous = FULL');
      isRepeatable = false;
    }
    tellAll();
    return value;
  }

  function join<Value>(isDurable: boolean, work: () => Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const value = runAtOnce(work);
        return () => resolve(value);
      };
      group.push({ isDurable, run, fail: reject });
      if (group.length === 1) nextTurn().then(flush, reject);
    });
  }

  /** Commits now what waits for its group. */
  function flush(): void {
    const members = group;
    group = [];
    if (members.length === 0) return;
    const write = members.some(({ isDurable }) => isDurable) ? transaction : repeatable;
    try {
      for (const tell of write(() => runAll(members))) tell();
    } catch (error) {
      for (const { fail } of members) fail(error);
    }
  }

  function runAll(members: readonly Member[]): readonly (() => void)[] {
    if (members.length === 1) return members.map(({ run }) => run());
    return members.map(({ run, fail }) => {
      try {
        return commit(run);
      } catch (error) {
        if (!db.inTransaction) throw error; // a full or broken disk has undone the others too
        return () => fail(error);
      }
    });
  }

  /** The same two for callers that can wait: what is asked for in one turn of the event loop shares a commit. */
  const grouped: Grouped = {
    transaction: (work) => join(true, work),
    repeatable: (work) => join(false, work),
  };
  return {
    transaction,
    repeatable,
    grouped,
    /** Calls `tell` once everything up to here is committed: at once outside of a transaction. It must not throw. */
    afterCommit: (tell: () => void): void => {
      if (db.inTransaction) waiting.push(tell);
      else tell();
    },
    flush,
    /**
     * Writes the log back, which otherwise a commit does once there are a thousand pages. A caller that commits much calls
     * it in between, in a turn of its own: nothing else runs for some ms.
     */
    writeBack: () => void db.pragma('wal_checkpoint(PASSIVE)'),
  };
}

function runAtOnce<Value>(work: () => Value): Value {
  const value = work();
  if (value instanceof Promise) throw new Error('a transaction cannot wait');
  return value;
}

// What the database said last, for questions that the stages ask at every turn.

export interface Remembered<Value> {
  get(): Value;
  /** Call it where the rows that it reads are written. */
  forget(): void;
}

/** Of rows that nobody else writes. What is read inside a transaction is not remembered: it may be undone. */
export function remembered<Value>(db: Database.Database, read: () => Value): Remembered<Value> {
  let known: { readonly value: Value } | null = null;
  return {
    get() {
      if (known !== null) return known.value;
      const value = read();
      if (!db.inTransaction) known = { value };
      return value;
    },
    forget() {
      known = null;
    },
  };
}

/** Of rows that change often: remembered until any row of the database has changed, which is cheap to ask. */
export function untilChanged(db: Database.Database) {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();

  return <Value>(read: () => Value): (() => Value) => {
    let known: { readonly value: Value; readonly changes: number | undefined } | null = null;
    return () => {
      const now = changes.get();
      if (known !== null && known.changes === now) return known.value;
      const value = read();
      known = db.inTransaction ? null : { value, changes: now };
      return value;
    };
  };
}

/** Statements whose text is made up as it is asked for: the same text is prepared once. */
export function makePrepareOnce<Values>(db: Database.Database) {
  const prepared = new Map<string, Database.Statement<[Values]>>();
  return <Row>(sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<[Values]>(sql);
    prepared.set(sql, known);
    return known as Database.Statement<[Values], Row>;
  };
}
