import { expect, test } from 'vitest';
import { blake3Of, sha256Of } from '../../test-support/digests.ts';
import { databaseBefore } from '../test-support/old-database.ts';
import { makeContentRepository } from './content-repository.ts';
import { makeMetadataDocumentRepository } from '../proofs/record-repository.ts';

const PROJECT = "'p', 'private'";

/** Contents "a" and "b" with everything that refers to a content, as the program before wrote them. */
function before240() {
  const old = databaseBefore(240);
  const contents = ['a', 'b'].map((text) => `('${blake3Of(text)}', '${sha256Of(text)}', 1)`);
  const document = (fileId: string) => `(${PROJECT}, '${fileId}', x'7b7d', 's', 'h', 'h', 5)`;
  old.db.exec(`
    INSERT INTO content (blake3, sha256, size_bytes) VALUES ${contents.join(', ')};
    UPDATE content SET platform_exists = 1, platform_name = 'theirs', platform_project = 'q', platform_asked_at_ms = 7
      WHERE id = 1;
    INSERT INTO assignment (id, project_id, visibility, file_type, labels, check_policy)
      VALUES (1, ${PROJECT}, 'primary', 'raw', 'always');
    INSERT INTO folder (id, kind, path, assignment_id, exclude, approve_each, added_at_ms)
      VALUES (1, 'watched', '/data', 1, '[]', 0, 5);
    INSERT INTO directory (id, folder_id, path) VALUES (1, 1, '');
    INSERT INTO record (id, content_id, project_id, visibility, file_id, name, status, uploaded_iso, received_at_ms)
      VALUES (1, 1, ${PROJECT}, 'own', 'a', 'Available', 'then', 5);
    INSERT INTO file (id, folder_id, directory_id, name, state, size_bytes, identity, content_id, record_id,
        approved_content_id, unchanged_since_ms, changed_at_ms)
      VALUES (1, 1, 1, 'a', 'notarized', 1, 'i', 1, 1, 1, 0, 0), (2, 1, 1, 'b', 'ready', 1, 'j', 2, NULL, 2, 0, 0);
    INSERT INTO upload_job (id, file_id, content_id, project_id, visibility, name, uploaded_iso, form,
        estimated_credits, outcome, record_id, created_at_ms)
      VALUES ('j', 1, 1, ${PROJECT}, 'a', 'then', '{}', 1, 'recorded', 1, 5);
    INSERT INTO approval (file_id, what, content_id, given_at_ms) VALUES (2, 'review', 2, 5);
    INSERT INTO metadata_document (project_id, visibility, file_id, body, sha256, file_hash, file_hash_hex, fetched_at_ms)
      VALUES ${document('own')}, ${document('foreign')};`);
  return old;
}

test('contents of an older program keep their ids, digests and answers, and nothing that refers to them is lost', () => {
  const { db, update } = before240();
  const rows = (table: string): unknown[] => db.prepare(`SELECT * FROM ${table}`).all();
  const referring = ['file', 'record', 'upload_job', 'approval', 'file_count'];
  const kept = referring.map(rows);
  update();
  const contents = makeContentRepository(db);
  expect(contents.withBlake3(blake3Of('a'))).toEqual({
    id: 1,
    blake3: blake3Of('a'),
    sha256: sha256Of('a'),
    sizeBytes: 1,
    platform: { exists: true, fileName: 'theirs', project: 'q', askedAtMs: 7 },
    isDoubted: false,
  });
  expect(contents.withSha256(sha256Of('b'))).toEqual(contents.get(2));
  expect(contents.keep({ blake3: blake3Of('b'), sizeBytes: 1 }).id).toBe(2);
  expect(referring.map(rows)).toMatchObject(kept); // later migrations add columns
  expect(db.pragma('foreign_key_check')).toEqual([]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(makeMetadataDocumentRepository(db).countForeign()).toBe(1);
});

test('what refers to a content is still held to it afterwards', () => {
  const { db, update } = before240();
  update();
  expect(() => db.exec('DELETE FROM content WHERE id = 1')).toThrow('FOREIGN KEY');
  expect(() => db.exec('UPDATE file SET content_id = 9')).toThrow('FOREIGN KEY');
});

test('digests are stored as their bytes, and nothing else is taken for one', () => {
  const { db, update } = before240();
  update();
  const contents = makeContentRepository(db);
  const sizes = db
    .prepare('SELECT typeof(blake3) AS type, length(blake3) AS bytes FROM content')
    .all();
  expect(sizes).toEqual(Array.from({ length: 2 }, () => ({ type: 'blob', bytes: 32 })));
  for (const blake3 of ['', 'none', 'ab', `${blake3Of('a')}00`]) {
    expect(contents.withBlake3(blake3)).toBeNull();
    expect(() => contents.keep({ blake3, sizeBytes: 1 })).toThrow('CHECK');
  }
});

test('SHA-256 is kept once, of the content that it was made of', () => {
  const { db, update } = before240();
  update();
  const contents = makeContentRepository(db);
  const blake3 = blake3Of('c');
  contents.keepSha256({ blake3, sha256: sha256Of('c') }); // not here: nothing happens
  expect(contents.keep({ blake3, sizeBytes: 1 }).sha256).toBeNull();
  contents.keepSha256({ blake3, sha256: sha256Of('c') });
  contents.keepSha256({ blake3, sha256: sha256Of('d') });
  expect(contents.withBlake3(blake3)?.sha256).toBe(sha256Of('c'));
  expect(() => contents.keep({ blake3: blake3Of('d'), sizeBytes: 1 })).not.toThrow();
  const twice = () => contents.keepSha256({ blake3: blake3Of('d'), sha256: sha256Of('c') });
  expect(twice).toThrow('UNIQUE');
});
