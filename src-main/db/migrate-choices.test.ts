/** Choices of 0.1.0 that left become the nearest that stay, and that is said. */
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { keptDatabaseVersion } from '../test-support/kept-data/unpack.ts';
import { databaseBefore } from './test-support/new-database.ts';

/** A database of 0.1.0 with what `sql` wrote, carried over. */
function carriedOver(sql: string): Database.Database {
  const { db, carryOver } = databaseBefore(keptDatabaseVersion('0.1.0') + 1);
  db.exec(sql);
  carryOver();
  return db;
}

const said = (db: Database.Database) =>
  db.prepare("SELECT value FROM preference WHERE name LIKE 'carried-over:%'").pluck().all();

const folder = (mode: string, removedAtMs: number | null) =>
  `INSERT INTO folder (kind, path, assignment_id, exclude, added_at_ms, watch_mode, poll_seconds, removed_at_ms)
     VALUES ('watched', '/${mode}', 1, '[]', 0, '${mode}', 20, ${removedAtMs})`;

test.each<[string, string, string, boolean]>([
  ['a folder by the system', folder('native', null), 'auto', true],
  ['a folder by chokidar', folder('chokidar', null), 'auto', true],
  ['a removed one', folder('chokidar', 1), 'auto', false],
  ['a polled one', folder('poll', null), 'poll', false],
  ['an automatic one', folder('auto', null), 'auto', false],
])('%s is watched as it was, or automatically', (_, sql, mode, isSaid) => {
  const db = carriedOver(sql);
  const kept = db.prepare('SELECT watch_mode, poll_seconds FROM folder').get();
  expect(kept).toEqual({ watch_mode: mode, poll_seconds: 20 });
  expect(said(db)).toEqual(isSaid ? ['{"kind":"watching"}'] : []);
});

test('so is what new folders begin with', () => {
  const db = carriedOver("INSERT INTO folder_default VALUES (1, NULL, '[]', 'native', 30)");
  const kept = db.prepare('SELECT watch_mode, poll_seconds FROM folder_default').get();
  expect(kept).toEqual({ watch_mode: 'auto', poll_seconds: 30 });
  expect(said(db)).toEqual(['{"kind":"watching"}']);
});

const waits = (id: number, wish: string) =>
  `INSERT INTO file (id, folder_id, directory_id, name, state, size_bytes, identity, unchanged_since_ms, changed_at_ms)
     VALUES (${id}, 1, 1, '${id}', 'ready', ${1_000_000 - id}, '', 0, 0);
   INSERT INTO upload_wish (file_id, priority, place, stopped_content_id) VALUES (${id}, ${wish});`;

test('what was to go first goes next in its order, what was to go last in its turn', () => {
  const db = carriedOver(
    [
      waits(1, "'first', NULL, NULL"),
      waits(2, "'first', NULL, 7"),
      waits(3, "'first', 1, NULL"),
      waits(4, "'first', 0, NULL"),
      waits(5, "'last', NULL, NULL"),
      waits(6, "'last', NULL, 8"),
      waits(7, 'NULL, NULL, 9'),
    ].join('\n'),
  );
  const kept = db.prepare('SELECT file_id, stopped_content_id FROM queue_choice ORDER BY place');
  const inOrder = [
    [6, 8],
    [7, 9],
    [4, null],
    [3, null],
    [2, 7],
    [1, null],
  ];
  expect(kept.raw().all()).toEqual(inOrder);
  expect(db.prepare('SELECT file_id FROM queue_choice WHERE place IS NULL').pluck().all()).toEqual([
    6, 7,
  ]);
  expect(said(db)).toEqual(['{"kind":"queue"}']);
  expect(said(carriedOver(waits(1, "'first', NULL, NULL")))).toEqual([]);
});
