import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, createTables, VERSION } from './database.ts';
import { openStore } from './store.ts';

let db: Connection;
beforeEach(() => {
  db = new Database(':memory:');
});
afterEach(() => db.close());

const version = () => db.pragma('user_version', { simple: true });

test('tables are made once, and every one is STRICT', () => {
  createTables(db);
  createTables(db);
  expect(version()).toBe(VERSION);
  const loose = db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'`,
    )
    .all();
  expect(loose).toEqual([]);
});

test.for([VERSION - 10, VERSION + 10])('a database of version %i is refused, and kept', (found) => {
  db.pragma(`user_version = ${found}`);
  expect(() => createTables(db)).toThrow(`version ${found}`);
  expect(version()).toBe(found);
});

test('work that is not synchronous is refused as a transaction', () => {
  const store = openStore(':memory:');
  const work = (() => Promise.resolve(1)) as () => never;
  expect(() => store.atomically(work)).toThrow('promise');
  store.close();
});
