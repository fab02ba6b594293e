/** Proofs of before their moment was kept apart: it stays where it is credible, and is a later one where it is not. */
import { expect, test } from 'vitest';
import { isoFromMs, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import { databaseBefore } from './test-support/new-database.ts';

const SENT_MS = Date.UTC(2025, 10, 27, 1, 41);
const SEEN_MS = SENT_MS + MINUTE_MS;

/** The moment of a proof whose record had this status since then. */
function migrated(status: string, settledAtMs: number | null) {
  const { db, carryOver } = databaseBefore(402);
  db.prepare(
    `INSERT INTO record (content_id, project_id, visibility, file_id, name, status, uploaded_iso, received_at_ms, settled_at_ms)
     VALUES (1, 'p', 'private', 'f', 'a', ?, ?, 0, ?)`,
  ).run(status, isoFromMs(SENT_MS), settledAtMs);
  carryOver();
  return db.prepare('SELECT proven_at_ms FROM record').pluck().get();
}

test.each<[string, string, number | null, number | null]>([
  ['a credible moment stays', 'Available', SEEN_MS, SEEN_MS],
  ['a deletion is later than the proof', 'Deleted', SEEN_MS, SEEN_MS],
  ['what was not written has none', 'NotarizationError', SEEN_MS, null],
  ['what is still in work has none', 'Pending', null, null],
])('%s', (_, status, settledAtMs, provenAtMs) => {
  expect(migrated(status, settledAtMs)).toBe(provenAtMs);
});

test('a moment from before the upload gives way to now', () => {
  expect(migrated('Available', SENT_MS - 1)).toBeGreaterThan(SEEN_MS);
});
