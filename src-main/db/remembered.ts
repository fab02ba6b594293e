/** What the database said last, for questions that the stages ask at every turn. */
import type Database from 'better-sqlite3';

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
