/** The content-addressed store of metadata documents: the same document is kept once, and never changes. */
import type { Connection } from './database.ts';

export function makeMetadataTable(db: Connection) {
  const insert = db.prepare<[string, string]>(
    'INSERT INTO metadata_document (cid, document) VALUES (?, ?) ON CONFLICT (cid) DO NOTHING',
  );
  const select = db.prepare<[string], { document: string }>(
    'SELECT document FROM metadata_document WHERE cid = ?',
  );
  return {
    keep: (cid: string, document: string): void => void insert.run(cid, document),
    /** The exact text the CID was made from. Throws for an unknown CID: references are guarded by the database. */
    get(cid: string): string {
      const row = select.get(cid);
      if (row === undefined) throw new Error(`no metadata document ${cid}`);
      return row.document;
    },
  };
}
