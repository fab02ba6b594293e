/** A database in memory with the tables of this build. */
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { migrate, readMigrations } from '../migrate.ts';

export function newDatabase(): Database.Database {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  migrate(db, readMigrations(), () => {});
  return db;
}
