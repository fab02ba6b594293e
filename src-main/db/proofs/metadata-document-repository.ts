/** Metadata documents of the service as they came, by the place of their file. */
import type Database from 'better-sqlite3';
import type { Visibility } from '../../../src-shared/model/money/price.ts';

export interface DocumentPlace {
  readonly projectId: string;
  readonly visibility: Visibility;
  /** The service's id of the file. */
  readonly fileId: string;
}

export interface StoredDocument extends DocumentPlace {
  readonly body: Buffer;
  /** Of the body when it was kept. */
  readonly sha256: string;
  /** As the service wrote it; null: it names none. */
  readonly fileHash: string | null;
  /** The digest in it, in lower-case hex; null when it cannot be read as one. */
  readonly fileHashHex: string | null;
  readonly fetchedAtMs: number;
}

const COLUMNS = `project_id AS projectId, visibility, file_id AS fileId, body, sha256, file_hash AS fileHash,
  file_hash_hex AS fileHashHex, fetched_at_ms AS fetchedAtMs`;

export function makeMetadataDocumentRepository(db: Database.Database) {
  const byPlace = db.prepare<[string, string, string], StoredDocument>(
    `SELECT ${COLUMNS} FROM metadata_document WHERE project_id = ? AND visibility = ? AND file_id = ?`,
  );
  const byHash = db.prepare<[hexesJson: string], StoredDocument>(
    `SELECT ${COLUMNS} FROM metadata_document
     WHERE file_hash_hex IN (SELECT value FROM json_each(?)) ORDER BY project_id, visibility, file_id`,
  );
  const foreign = db.prepare<[], { count: number }>(
    `SELECT count(*) AS count FROM metadata_document d WHERE NOT EXISTS (SELECT 1 FROM record r
       WHERE r.project_id = d.project_id AND r.visibility = d.visibility AND r.file_id = d.file_id)`,
  );
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM metadata_document WHERE project_id = ? AND visibility = ? AND file_id = ?',
  );
  const insert = db.prepare(
    `INSERT INTO metadata_document (project_id, visibility, file_id, body, sha256, file_hash, file_hash_hex, fetched_at_ms)
     VALUES (@projectId, @visibility, @fileId, @body, @sha256, @fileHash, @fileHashHex, @fetchedAtMs)`,
  );

  return {
    at: ({ projectId, visibility, fileId }: DocumentPlace): StoredDocument | null =>
      byPlace.get(projectId, visibility, fileId) ?? null,
    /** Those whose FileHash is one of these digests, in lower-case hex. */
    withHash: (hexes: readonly string[]): readonly StoredDocument[] =>
      byHash.all(JSON.stringify(hexes)),
    /** Those of files that this computer never sent. */
    countForeign: (): number => foreign.get()?.count ?? 0,
    /** Replaces the one before. */
    keep(document: StoredDocument): void {
      db.transaction(() => {
        remove.run(document.projectId, document.visibility, document.fileId);
        insert.run(document);
      })();
    },
    drop({ projectId, visibility, fileId }: DocumentPlace): void {
      remove.run(projectId, visibility, fileId);
    },
  };
}
export type MetadataDocumentRepository = ReturnType<typeof makeMetadataDocumentRepository>;
