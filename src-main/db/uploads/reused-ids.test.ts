import { expect, test } from 'vitest';
import { temporaryState } from '../../test-support/temporary-state.ts';
import { databaseBefore } from '../test-support/old-database.ts';

test('a file that an older program left waiting at the record of another content is held for a person', () => {
  const { db, update } = databaseBefore(200);
  db.exec(`
    INSERT INTO content (id, blake3, sha256, size_bytes) VALUES
      (1, '${'a'.repeat(64)}', '${'a'.repeat(64)}', 5), (2, '${'b'.repeat(64)}', '${'b'.repeat(64)}', 5);
    INSERT INTO assignment (id, project_id, visibility, file_type, labels, check_policy)
      VALUES (1, 'p', 'private', 'primary', 'raw', 'always');
    INSERT INTO folder (id, kind, path, assignment_id, exclude, approve_each, added_at_ms)
      VALUES (1, 'watched', '/data', 1, '[]', 0, 5);
    INSERT INTO directory (id, folder_id, path) VALUES (1, 1, '');
    INSERT INTO record (id, content_id, project_id, visibility, file_id, name, status, uploaded_iso, received_at_ms)
      VALUES (1, 1, 'p', 'private', 'f-1', 'a', 'Available', 'then', 5);
    INSERT INTO file (id, folder_id, directory_id, name, state, size_bytes, identity, content_id, record_id,
        unchanged_since_ms, changed_at_ms)
      VALUES (1, 1, 1, 'a', 'notarized', 5, 'i', 1, 1, 0, 0), (2, 1, 1, 'b', 'recording', 5, 'j', 2, 1, 0, 0);
    INSERT INTO upload_job (id, file_id, content_id, project_id, visibility, name, uploaded_iso, form,
        estimated_credits, outcome, record_id, created_at_ms)
      VALUES ('j-1', 1, 1, 'p', 'private', 'a', 'then', '{}', 1, 'recorded', 1, 5),
        ('j-2', 2, 2, 'p', 'private', 'b', 'later', '{}', 1, 'recorded', 1, 6);
    INSERT INTO approval (file_id, what, content_id, given_at_ms) VALUES (1, 'review', 1, 5);`);
  update();
  const rows = db
    .prepare('SELECT name, state, hold, record_id AS recordId FROM file ORDER BY id')
    .all();
  expect(rows).toEqual([
    { name: 'a', state: 'notarized', hold: null, recordId: 1 },
    { name: 'b', state: 'held', hold: 'id_in_use', recordId: null },
  ]);
  const jobs = db.prepare('SELECT record_id AS recordId, reused_file_id AS fileId FROM upload_job');
  expect(jobs.all()).toEqual([
    { recordId: 1, fileId: null },
    { recordId: null, fileId: 'f-1' },
  ]);
  expect(db.prepare('SELECT what FROM approval').all()).toEqual([{ what: 'review' }]);
  expect(db.pragma('foreign_key_check')).toEqual([]);
});

test('an upload without a reused id is none', () => {
  const { state } = temporaryState();
  expect(state.uploads.reusedId(1, 'project-1', 'private')).toBeNull();
});
