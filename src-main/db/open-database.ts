/**
 * Opens an account's database and notices when it is not the one that was closed. A marker beside the database
 * remembers which database it was and how often it was opened and closed: a lost, truncated or older copy must never
 * be taken for a fresh start, because everything in the folder would look unpaid.
 */
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Ids } from '../platform/ids.ts';

/**
 * `lost`: missing, emptied or another database. `older`: a copy from before the last opening or closing, or one whose
 * marker is gone. A copy that came with its marker is `known`: what that misses, the account's balance and lists tell.
 */
export type DatabaseHistory = 'new' | 'known' | 'lost' | 'older';

export interface OpenDatabase {
  readonly db: Database.Database;
  readonly history: DatabaseHistory;
  /** Closes it, so that a copy made while it was open counts as older from now on. Twice is harmless. */
  readonly close: () => void;
}

/** Why the database could not be opened; plain data for the faces. */
export class DatabaseTrouble extends Error {
  readonly kind: 'newer' | 'unreleased' | 'damaged' | 'disk';

  constructor(kind: DatabaseTrouble['kind'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'DatabaseTrouble';
    this.kind = kind;
  }
}

interface Marker {
  readonly databaseId: string;
  /** Openings and closings so far. */
  readonly turns: number;
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/**
 * The log is limited to 4 MB before its checkpoint, which blocks everything else: for 5 ms then, and for 20 with 16 MB.
 */
const LOG_PAGES = 1_000;
/**
 * Pages kept in the process; better-sqlite3's 16 MB made a first index 14 MB larger and no faster, since the system keeps
 * the file's pages too.
 */
const CACHE_KIB = 4_096;

/**
 * Opens (or creates) `labseal.db` in `folder`. `whenIncomplete` runs in the transaction that stores that something may
 * be missing, before the marker forgets it. Throws `DatabaseTrouble`; nothing is repaired silently.
 */
export function openDatabase(
  folder: string,
  ids: Ids,
  whenIncomplete: (db: Database.Database) => void = () => {},
  migrations = readMigrations(),
): OpenDatabase {
  const file = path.join(folder, 'labseal.db');
  const markerFile = path.join(folder, 'marker.json');
  let db: Database.Database | null = null;
  try {
    const marker = readMarker(markerFile);
    const existed = fs.existsSync(file) && fs.statSync(file).size > 0;
    keepToOwner(folder, file);
    db = new Database(file, { timeout: 0 });
    prepare(db);
    migrate(db, migrations, (version) => {
      if (version > 0 && db !== null) copyAside(db, file, version);
    });
    // Rollback data of a statement would be written to a file of the system's temporary folder at every insert, twice
    // as much as the rows themselves. Not set earlier: a migration sorts all rows.
    db.pragma('temp_store = MEMORY');
    const { databaseId, turns } = identify(db, ids);
    const history = evaluate(marker, existed, databaseId, turns);
    noteOpening(db, turns + 1, history, whenIncomplete);
    // Last: a crash before this line finds the same history again, one after it finds it in the database.
    writeMarker(markerFile, { databaseId, turns: turns + 1 });
    compileOnFirstRun(db);
    const opened = db;
    const close = () => closeDatabase(opened, markerFile, { databaseId, turns: turns + 2 });
    return { db, history, close };
  } catch (error) {
    db?.close();
    throw asTrouble(error);
  }
}

/** The database is made with its mode before SQLite sees it: -wal and -shm inherit it. */
function keepToOwner(folder: string, file: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  fs.chmodSync(folder, FOLDER_MODE);
  // An existing file is not opened here: closing it would drop the locks this process may hold on it (POSIX).
  if (fs.existsSync(file)) fs.chmodSync(file, FILE_MODE);
  else fs.closeSync(fs.openSync(file, 'a', FILE_MODE));
}

function closeDatabase(db: Database.Database, markerFile: string, marker: Marker): void {
  if (!db.open) return;
  try {
    setMeta(db, 'turns', String(marker.turns));
    writeMarker(markerFile, marker);
  } catch (error) {
    // If the marker cannot be written, only a copy made meanwhile goes unnoticed; everything else is durable already.
    if (!isSystemError(error) && !(error instanceof Database.SqliteError)) throw error;
  } finally {
    db.close();
  }
}

function noteOpening(
  db: Database.Database,
  turns: number,
  history: DatabaseHistory,
  whenIncomplete: (db: Database.Database) => void,
): void {
  db.transaction(() => {
    setMeta(db, 'turns', String(turns));
    if (history === 'new' || history === 'known') return;
    setMeta(db, 'history_incomplete', history);
    whenIncomplete(db);
  })();
}

function prepare(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
  db.pragma(`cache_size = -${CACHE_KIB}`); // negative: not pages but KiB
  db.pragma('foreign_keys = ON');
  db.pragma('secure_delete = ON');
  db.pragma('busy_timeout = 0'); // one engine owns the database: a busy one is a bug to report, not to wait for
}

/** Of some three hundred statements a command runs a few, and compiling all of them was a tenth of its start. */
function compileOnFirstRun(db: Database.Database): void {
  const compile = db.prepare.bind(db);
  const late = (sql: string) => new LateStatement(() => compile(sql));
  db.prepare = late as unknown as Database.Database['prepare'];
}

function copyAside(db: Database.Database, file: string, version: number): void {
  const copy = `${file}.before-${version}`;
  fs.rmSync(copy, { force: true });
  fs.closeSync(fs.openSync(copy, 'a', FILE_MODE)); // an empty file is filled, and keeps its mode
  db.prepare('VACUUM INTO ?').run(copy);
}

function identify(db: Database.Database, ids: Ids): Marker {
  const known = getMeta(db, 'database_id');
  const databaseId = known ?? ids.uuid();
  if (known === null) setMeta(db, 'database_id', databaseId);
  return { databaseId, turns: Number(getMeta(db, 'turns') ?? '0') };
}

function evaluate(
  marker: Marker | null,
  existed: boolean,
  databaseId: string,
  turns: number,
): DatabaseHistory {
  if (marker === null) return existed && turns > 0 ? 'older' : 'new';
  if (!existed || marker.databaseId !== databaseId) return 'lost';
  return turns < marker.turns ? 'older' : 'known';
}

function readMarker(file: string): Marker | null {
  if (!fs.existsSync(file)) return null;
  try {
    const read = JSON.parse(fs.readFileSync(file, 'utf8')) as Partial<Marker> | null;
    if (typeof read?.databaseId === 'string' && typeof read.turns === 'number') {
      return { databaseId: read.databaseId, turns: read.turns };
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { databaseId: '', turns: 0 }; // a damaged marker still says: there was a database
}

function writeMarker(file: string, marker: Marker): void {
  const temporary = `${file}.new`;
  fs.writeFileSync(temporary, `${JSON.stringify(marker)}\n`, { mode: FILE_MODE, flush: true });
  fs.renameSync(temporary, file);
}

export function getMeta(db: Database.Database, name: string): string | null {
  const row = db.prepare('SELECT value FROM meta WHERE name = ?').get(name);
  return row === undefined ? null : (row as { value: string }).value;
}

export function setMeta(db: Database.Database, name: string, value: string): void {
  db.prepare(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value);
}

function asTrouble(error: unknown): unknown {
  if (error instanceof NewerDatabase) return new DatabaseTrouble('newer', error);
  if (error instanceof UnreleasedDatabase) return new DatabaseTrouble('unreleased', error);
  if (isSystemError(error)) return new DatabaseTrouble('disk', error);
  if (!(error instanceof Database.SqliteError)) return error;
  const damaged = /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
  return new DatabaseTrouble(damaged ? 'damaged' : 'disk', error);
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

type Statement = Database.Statement;
type Values = readonly unknown[];

/** A statement that SQLite compiles when it is first run, with those of its ways that are used here. */
class LateStatement {
  readonly #compile: () => Statement;
  #compiled: Statement | null = null;
  #plucks = false;

  constructor(compile: () => Statement) {
    this.#compile = compile;
  }

  get #statement(): Statement {
    if (this.#compiled !== null) return this.#compiled;
    const compiled = this.#compile();
    if (this.#plucks) compiled.pluck();
    this.#compiled = compiled;
    return compiled;
  }

  pluck(): this {
    this.#plucks = true;
    return this;
  }

  get(...values: Values): unknown {
    return this.#statement.get(...values);
  }

  all(...values: Values): readonly unknown[] {
    return this.#statement.all(...values);
  }

  iterate(...values: Values): IterableIterator<unknown> {
    return this.#statement.iterate(...values);
  }

  run(...values: Values): Database.RunResult {
    return this.#statement.run(...values);
  }
}

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

/**
 * Brings a database to the version this build knows. Migrations are numbered files, applied forward only, each in its
 * own transaction. A database from a newer build is refused, and so is one from before the first release.
 * `beforeFirst` runs once, before anything is changed (it makes a backup).
 */
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
