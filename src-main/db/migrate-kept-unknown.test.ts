/** What was kept as unknown is a question again, and nothing sends it unasked; the switch that sent files again is gone. */
import type Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { databaseBefore } from './test-support/new-database.ts';
import { makeUploadRepository } from './uploads/upload-repository.ts';

const STEP = 460;

function migrated(fill: (db: Database.Database) => void) {
  const { db, carryOver } = databaseBefore(STEP);
  fill(db);
  carryOver();
  return db;
}

/** A file in doubt with this hold, the job of which is numbered like it. */
function inDoubt(db: Database.Database, id: number, hold: string): void {
  db.prepare(
    `INSERT INTO file (id, folder_id, directory_id, name, state, hold, size_bytes, identity, unchanged_since_ms, content_id,
       changed_at_ms) VALUES (?, 1, 1, ?, 'confirming', NULL, 1, '', 0, ?, 5)`,
  ).run(id, `f${id}`, id);
  db.prepare('UPDATE file SET hold = ? WHERE id = ?').run(hold, id);
  db.prepare(
    `INSERT INTO upload_job (id, file_id, content_id, project_id, visibility, name, uploaded_iso, form, estimated_credits,
       outcome, created_at_ms, looked_at_ms) VALUES (?, ?, ?, 'p', 'private', 'f', ?, '{}', 1, 'unknown', 3, 4)`,
  ).run(`job-${id}`, id, id, `iso-${id}`);
}

test('what a person kept as unknown is asked about, and was sent again as far as evidence goes', () => {
  const db = migrated((before) => {
    inDoubt(before, 1, 'kept_unknown');
    inDoubt(before, 2, 'undecided');
  });
  expect(db.prepare('SELECT DISTINCT hold FROM file').pluck().all()).toEqual(['undecided']);
  const clocks = { nowMs: () => 0, toBookMs: (ms: number) => ms, shownNowMs: () => null };
  const uploads = makeUploadRepository(db, clocks);
  const wasSentAgain = uploads.withOutcome('unknown').map((job) => uploads.wasSentAgain(job));
  expect(wasSentAgain).toEqual([true, false]);
  // History keeps its entries and gets none.
  const told = db.prepare('SELECT subject_id || hold FROM event_log WHERE hold IS NOT NULL');
  expect(told.pluck().all()).toEqual(['1undecided', '2undecided']);
  expect(db.prepare("SELECT files FROM file_count WHERE hold = 'undecided'").pluck().all()).toEqual(
    [2],
  );
});

test('the switch that sent files again is gone', () => {
  const db = migrated((before) =>
    before.exec("INSERT INTO preference VALUES ('sends-again', 'yes'), ('other', 'yes')"),
  );
  expect(db.prepare('SELECT name FROM preference').pluck().all()).toEqual(['other']);
});
