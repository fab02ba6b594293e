import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, migrate, MIGRATIONS } from './database.ts';
import { openStore } from './store.ts';

let db: Connection;
beforeEach(() => {
  db = new Database(':memory:');
});
afterEach(() => db.close());

const version = () => db.pragma('user_version', { simple: true });

test('migrations run once, in order, and every table is STRICT', () => {
  migrate(db, MIGRATIONS);
  migrate(db, MIGRATIONS);
  expect(version()).toBe(MIGRATIONS.at(-1)?.version);
  const loose = db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'`,
    )
    .all();
  expect(loose).toEqual([]);
});

test('a database of a newer build is refused, and a failing step leaves nothing behind', () => {
  const broken = { version: 20, sql: 'CREATE TABLE half (a TEXT) STRICT; CREATE nonsense;' };
  expect(() => migrate(db, [...MIGRATIONS, broken])).toThrow('syntax error');
  expect(version()).toBe(10);
  expect(db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'half'`).all()).toEqual([]);
  db.pragma('user_version = 999');
  expect(() => migrate(db, MIGRATIONS)).toThrow('version 999');
});

test('work that is not synchronous is refused as a transaction', () => {
  const store = openStore(':memory:');
  const work = (() => Promise.resolve(1)) as () => never;
  expect(() => store.atomically(work)).toThrow('promise');
  store.close();
});
