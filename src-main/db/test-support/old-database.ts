/** A database in memory as an older program left it, to be brought up to date. */
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { migrate, readMigrations } from '../migrate.ts';

/** With every migration before `version`; `update` applies the others. */
export function databaseBefore(version: number): {
  readonly db: Database.Database;
  readonly update: () => void;
} {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  const migrations = readMigrations();
  const older = migrations.filter((each) => each.version < version);
  migrate(db, older, () => {});
  return { db, update: () => migrate(db, migrations, () => {}) };
}
