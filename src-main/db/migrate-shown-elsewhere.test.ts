/** Rows that were called missing before their record was known to be shown by another. */
import { expect, test } from 'vitest';
import { databaseBefore } from './test-support/new-database.ts';

test('a file is not missing whose record another one shows', () => {
  const { db, carryOver } = databaseBefore(550);
  db.exec(`
    INSERT INTO directory (id, folder_id, path) VALUES (1, 1, ''), (2, 2, '');
    INSERT INTO folder (id, path, kind, assignment_id, exclude, added_at_ms, removed_at_ms) VALUES
      (1, '/data', 'watched', 1, '[]', 0, NULL), (2, '/removed', 'watched', 1, '[]', 0, 5);`);
  const add = db.prepare(
    `INSERT INTO file (folder_id, directory_id, name, state, record_id, size_bytes, identity, unchanged_since_ms, changed_at_ms)
     VALUES (@folder, @folder, @name, @state, @record, 1, '', 0, 0)`,
  );
  const rows: [name: string, state: string, record: number, folder: number][] = [
    ['moved', 'missing', 1, 1],
    ['here', 'notarized', 1, 1],
    ['lost', 'missing', 2, 1],
    ['copy', 'duplicate', 2, 1],
    ['gone', 'missing', 3, 1],
    ['in a folder that is not watched any more', 'notarized', 3, 2],
  ];
  for (const [name, state, record, folder] of rows) add.run({ name, state, record, folder });
  db.exec("INSERT INTO file_count VALUES (1, 'missing', '', 3, 3)");
  carryOver();
  const kept = db.prepare("SELECT name FROM file WHERE state = 'missing' ORDER BY id").pluck();
  expect(kept.all()).toEqual(['lost', 'gone']);
  expect(db.prepare("SELECT files FROM file_count WHERE state = 'missing'").pluck().all()).toEqual([
    2,
  ]);
});
