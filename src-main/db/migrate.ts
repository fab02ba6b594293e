/**
 * Brings a database to the version this build knows. Migrations are numbered files, applied forward only, each in its
 * own transaction. A database from a newer build is refused, and so is one from before the first release.
 */
import fs from 'node:fs';
import type Database from 'better-sqlite3';

export interface Migration {
  /** The version the database has afterwards. */
  readonly version: number;
  readonly sql: string;
}

export class NewerDatabase extends Error {
  constructor(found: number, known: number) {
    super(`the database has version ${found}, this program knows ${known}`);
    this.name = 'NewerDatabase';
  }
}

/** Of a development build from before the first release. */
export class UnreleasedDatabase extends Error {
  constructor(found: number, first: number) {
    super(`the database has version ${found}, the first that was released has ${first}`);
    this.name = 'UnreleasedDatabase';
  }
}

const NAME = /^(?<version>\d{3})-[a-z\d-]+\.sql$/;

/** `NNN-name.sql` files beside the code, lowest number first. Throws on any other: it must not be left out. */
export function readMigrations(
  folder: URL = new URL('./migrations/', import.meta.url),
): readonly Migration[] {
  return fs
    .readdirSync(folder)
    .toSorted()
    .map((name) => {
      const version = NAME.exec(name)?.groups?.['version'];
      if (version === undefined) throw new Error(`${name} is not the name of a migration`);
      return {
        version: Number(version),
        /** Read when it is applied: nearly always none is. */
        get sql() {
          return fs.readFileSync(new URL(name, folder), 'utf8');
        },
      };
    });
}

export function versionOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Applies missing migrations. `beforeFirst` runs once, before anything is changed (it makes a backup). */
export function migrate(
  db: Database.Database,
  migrations: readonly Migration[],
  beforeFirst: (fromVersion: number) => void,
): void {
  const from = versionOf(db);
  const newest = migrations.at(-1)?.version ?? 0;
  if (from > newest) throw new NewerDatabase(from, newest);
  const first = migrations.at(0)?.version ?? 0;
  if (from > 0 && from < first) throw new UnreleasedDatabase(from, first);
  const missing = migrations.filter((migration) => migration.version > from);
  if (missing.length === 0) return;
  beforeFirst(from);
  // A table that others refer to is rebuilt by dropping it, which SQLite otherwise takes for removing its rows. It cannot
  // be switched within a transaction.
  db.pragma('foreign_keys = OFF');
  try {
    for (const { version, sql } of missing) {
      db.transaction(() => {
        db.exec(sql);
        db.pragma(`user_version = ${version}`);
      })();
    }
  } finally {
    db.pragma('foreign_keys = ON');
  }
}
