import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { remembered, untilChanged } from './transactions.ts';

function table() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec(`CREATE TABLE sample (value INTEGER) STRICT; CREATE TABLE other (value INTEGER) STRICT;
    CREATE TRIGGER copy AFTER INSERT ON other BEGIN INSERT INTO sample VALUES (new.value); END`);
  let reads = 0;
  const read = () => {
    reads += 1;
    return db.prepare('SELECT value FROM sample').pluck().all();
  };
  const run = (sql: string) => void db.exec(sql);
  return { db, read, run, reads: () => reads };
}

test('rows are read again when they were forgotten, and not before', () => {
  const { db, read, run, reads } = table();
  const rows = remembered(db, read);
  expect([rows.get(), rows.get(), reads()]).toEqual([[], [], 1]);
  run('INSERT INTO sample VALUES (1)');
  rows.forget();
  expect([rows.get(), rows.get(), reads()]).toEqual([[1], [1], 2]);
});

test('rows are read again after any change, by a trigger too, and not before', () => {
  const { db, read, run, reads } = table();
  const rows = untilChanged(db)(read);
  expect([rows(), rows(), reads()]).toEqual([[], [], 1]);
  run('INSERT INTO other VALUES (1)');
  expect([rows(), rows(), reads()]).toEqual([[1], [1], 2]);
  run('UPDATE sample SET value = 2');
  expect(rows()).toEqual([2]);
  run('DELETE FROM sample');
  expect(rows()).toEqual([]);
  run('SAVEPOINT one; INSERT INTO sample VALUES (3); ROLLBACK TO one; RELEASE one');
  expect(rows()).toEqual([]);
});

test('what a transaction saw of its own and took back is not remembered', () => {
  const { db, read, run } = table();
  const own = remembered(db, read);
  const rows = untilChanged(db)(read);
  run('BEGIN; INSERT INTO sample VALUES (1)');
  own.forget();
  expect([own.get(), rows()]).toEqual([[1], [1]]);
  run('ROLLBACK');
  expect([own.get(), rows()]).toEqual([[], []]);
});
