/** Opens the database file and brings it to the newest shape. A database of a newer build is refused, not guessed at. */
import Database from 'better-sqlite3';
import { MIGRATIONS, type Migration } from './migrations.ts';

export type Connection = Database.Database;

export function openDatabase(file: string): Connection {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL'); // a rehearsal service: the last moments before a power cut may go
    db.pragma('foreign_keys = ON');
    migrate(db, MIGRATIONS);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Applies the steps above the file's version, each in a transaction of its own. */
export function migrate(db: Connection, migrations: readonly Migration[]): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  const known = migrations.at(-1)?.version ?? 0;
  if (found > known) {
    throw new Error(`the database has version ${found}; this build reads up to ${known}`);
  }
  const missing = migrations.filter(({ version }) => version > found);
  for (const { version, sql } of missing) {
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    })();
  }
}
