/** Bytes that waiting changes will send, by their SHA-256. The same bytes are kept once. */
import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';

export function makeChangeBlobRepository(db: Database.Database) {
  const select = db.prepare<[id: string], { bytes: Buffer }>(
    'SELECT bytes FROM change_blob WHERE id = ?',
  );
  const insert = db.prepare(
    'INSERT INTO change_blob (id, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[id: string]>('DELETE FROM change_blob WHERE id = ?');

  return {
    get: (id: string): Buffer | null => select.get(id)?.bytes ?? null,
    /** Returns the name they are found under. */
    keep(bytes: Uint8Array): string {
      const id = createHash('sha256').update(bytes).digest('hex');
      insert.run(id, bytes);
      return id;
    },
    remove: (id: string): void => void remove.run(id),
  };
}
export type ChangeBlobRepository = ReturnType<typeof makeChangeBlobRepository>;
