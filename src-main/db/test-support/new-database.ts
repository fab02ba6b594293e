/** A database in memory. */
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { migrate, readMigrations } from '../open-database.ts';

/** With the tables of this build. */
export function newDatabase(): Database.Database {
  return databaseBefore(Infinity).db;
}

/** With the tables as they were before this step, and references that are not checked; `carryOver` takes that step and all after it. */
export function databaseBefore(step: number): { db: Database.Database; carryOver: () => void } {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  const steps = readMigrations();
  const taken = steps.filter(({ version }) => version < step);
  migrate(db, taken, () => undefined);
  if (taken.length < steps.length) db.pragma('foreign_keys = OFF');
  return { db, carryOver: () => migrate(db, steps, () => undefined) };
}
