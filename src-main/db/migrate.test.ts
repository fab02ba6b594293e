import Database from 'better-sqlite3';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { schemaText } from '../test-support/kept-data/database-text.ts';
import { KEPT_VERSIONS, keptDatabaseVersion, keptText } from '../test-support/kept-data/unpack.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import {
  migrate,
  type Migration,
  NewerDatabase,
  readMigrations,
  UnreleasedDatabase,
  versionOf,
} from './open-database.ts';

function memory(): Database.Database {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  return db;
}
const FIRST: Migration = {
  version: 10,
  sql: 'CREATE TABLE sample (id INTEGER PRIMARY KEY) STRICT',
};
const STEPS = [FIRST, { version: 20, sql: 'ALTER TABLE sample ADD COLUMN name TEXT' }];

test('only what is missing is applied, in order, and the copy is made before it', () => {
  const db = memory();
  const atCopy: [version: number, columns: number][] = [];
  const copy = (version: number) =>
    atCopy.push([version, (db.pragma('table_info(sample)') as unknown[]).length]);
  migrate(db, [FIRST], copy);
  migrate(db, STEPS, copy);
  expect(atCopy).toEqual([
    [0, 0],
    [10, 1],
  ]);
  expect(versionOf(db)).toBe(20);
  // One that is up to date is left alone.
  db.exec("INSERT INTO sample (name) VALUES ('kept')");
  migrate(db, STEPS, () => expect.unreachable('nothing is about to change'));
  expect(db.prepare('SELECT name FROM sample').all()).toEqual([{ name: 'kept' }]);
});

test.for([
  [30, NewerDatabase],
  [5, UnreleasedDatabase],
] as const)('a database of version %i is refused and not touched', ([version, refusal]) => {
  const db = memory();
  db.pragma(`user_version = ${version}`);
  expect(() => migrate(db, STEPS, () => expect.unreachable())).toThrow(refusal);
  expect(versionOf(db)).toBe(version);
  expect(db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()).toEqual({ n: 0 });
});

test('a migration that fails leaves the version and the tables before it', () => {
  const db = memory();
  const broken = { version: 20, sql: 'CREATE TABLE half (id INTEGER); SELECT * FROM nowhere' };
  expect(() => migrate(db, [FIRST, broken], () => {})).toThrow('nowhere');
  expect(versionOf(db)).toBe(10);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  expect(tables).toEqual(['sample']);
});

test('migrations are read in the order of their numbers, and a file that is none is refused', () => {
  const folder = temporaryFolder();
  const url = pathToFileURL(`${folder}/`);
  fs.writeFileSync(path.join(folder, '020-sha3-too.sql'), 'b');
  fs.writeFileSync(path.join(folder, '010-initial.sql'), 'a');
  expect(readMigrations(url)).toEqual([
    { version: 10, sql: 'a' },
    { version: 20, sql: 'b' },
  ]);
  fs.writeFileSync(path.join(folder, '30-short.sql'), 'c');
  expect(() => readMigrations(url)).toThrow('30-short.sql');
});

test.each(KEPT_VERSIONS)('what %s released makes the tables that it made then', (version) => {
  const schema = keptText(version, 'schema.sql');
  const released = keptDatabaseVersion(version);
  const db = memory();
  migrate(
    db,
    readMigrations().filter((migration) => migration.version <= released),
    () => undefined,
  );
  expect(schemaText(db)).toBe(schema);
});

test('no two of our own migrations have one number: after a power cut between them the second would be missing', () => {
  const versions = readMigrations().map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)]);
});
