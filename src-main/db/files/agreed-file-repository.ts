/** Files that a person approved with the preview of a new folder, before their contents were read. */
import type Database from 'better-sqlite3';
import type { FilePlace } from './baseline-file-repository.ts';

export interface AgreedFile {
  /** As `identityKey` writes it: what was shown is this writing of the file, and no other. */
  readonly identity: string;
  /** The most that it may cost. */
  readonly credits: number;
}

export function makeAgreedFileRepository(db: Database.Database) {
  const insert = db.prepare(
    `INSERT OR REPLACE INTO agreed_file (directory_id, name, folder_id, identity, credits)
     VALUES (@directoryId, @name, @folderId, @identity, @credits)`,
  );
  const select = db.prepare<[directoryId: number, name: string], AgreedFile>(
    'SELECT identity, credits FROM agreed_file WHERE directory_id = ? AND name = ?',
  );
  const any = db.prepare<[folderId: number], number>(
    'SELECT 1 FROM agreed_file WHERE folder_id = ? LIMIT 1',
  );
  const erase = db.prepare('DELETE FROM agreed_file WHERE directory_id = ? AND name = ?');
  const eraseFolder = db.prepare('DELETE FROM agreed_file WHERE folder_id = ?');
  const eraseRemoved = db.prepare(
    `DELETE FROM agreed_file
     WHERE folder_id IN (SELECT id FROM folder WHERE removed_at_ms IS NOT NULL)`,
  );

  return {
    note(folderId: number, { directoryId, name }: FilePlace, agreed: AgreedFile): void {
      insert.run({ folderId, directoryId, name, ...agreed });
    },
    /** Null: this file was not approved beforehand, or was decided about since. */
    of: ({ directoryId, name }: FilePlace): AgreedFile | null =>
      select.get(directoryId, name) ?? null,
    hasAny: (folderId: number): boolean => any.get(folderId) !== undefined,
    /** Its file is decided about. */
    end({ directoryId, name }: FilePlace): void {
      erase.run(directoryId, name);
    },
    forgetFolder(folderId: number): void {
      eraseFolder.run(folderId);
    },
    /** Deletes those of unwatched folders: removed ones, and those whose adding was interrupted. */
    forgetRemoved(): void {
      eraseRemoved.run();
    },
  };
}
