/**
 * What lay in a folder of which only new files are wanted, when it was added. It outlives the rows of files: a path that
 * is gone for a while, as on a drive that was unplugged, is not new when it comes back.
 */
import type Database from 'better-sqlite3';
import type { FileIdentity } from '../../platform/file-identity.ts';

/** What tells a file from one that was written anew: neither a new owner nor another drive number makes one new. */
export type BaselineFile = Pick<FileIdentity, 'ino' | 'sizeBytes' | 'mtimeNs'>;

export interface FilePlace {
  readonly directoryId: number;
  readonly name: string;
}

export function makeBaselineFileRepository(db: Database.Database) {
  const insert = db.prepare(
    `INSERT OR REPLACE INTO earlier_file (directory_id, name, folder_id, ino, size_bytes, mtime_ns)
     VALUES (@directoryId, @name, @folderId, @ino, @sizeBytes, @mtimeNs)`,
  );
  const inDirectory = db.prepare<[directoryId: number], BaselineFile & { readonly name: string }>(
    `SELECT name, ino, size_bytes AS sizeBytes, mtime_ns AS mtimeNs FROM earlier_file
     WHERE directory_id = ?`,
  );
  const sameInode = `folder_id = @folderId AND ino = @ino AND size_bytes = @sizeBytes AND mtime_ns = @mtimeNs`;
  const byInode = db.prepare<[BaselineFile & { folderId: number }]>(
    `SELECT 1 FROM earlier_file WHERE ${sameInode} LIMIT 1`,
  );
  const eraseAt = db.prepare('DELETE FROM earlier_file WHERE directory_id = ? AND name = ?');
  const eraseInode = db.prepare(`DELETE FROM earlier_file WHERE ${sameInode}`);
  const eraseFolder = db.prepare('DELETE FROM earlier_file WHERE folder_id = ?');
  const eraseRemoved = db.prepare(
    `DELETE FROM earlier_file
     WHERE folder_id IN (SELECT id FROM folder WHERE removed_at_ms IS NOT NULL)`,
  );
  // Which files are earlier is not to be seen in a listing: see agreed-listing-repository.ts.
  const forgetListings = db.prepare(
    'UPDATE directory SET agreed_listing = NULL WHERE folder_id = ? AND agreed_listing IS NOT NULL',
  );

  return {
    note(folderId: number, { directoryId, name }: FilePlace, { ino, ...rest }: BaselineFile): void {
      const { sizeBytes, mtimeNs } = rest;
      insert.run({ folderId, directoryId, name, ino, sizeBytes, mtimeNs });
    },
    inDirectory: (directoryId: number): ReadonlyMap<string, BaselineFile> =>
      new Map(inDirectory.all(directoryId).map((file) => [file.name, file])),
    /** True for a file that was there, under whichever path of the folder. */
    wasAnywhereIn: (folderId: number, { ino, sizeBytes, mtimeNs }: BaselineFile): boolean =>
      byInode.get({ folderId, ino, sizeBytes, mtimeNs }) !== undefined,
    /** From now on the file counts as a new one, also where it is moved to. */
    forget(folderId: number, at: FilePlace, { ino, sizeBytes, mtimeNs }: BaselineFile): void {
      eraseAt.run(at.directoryId, at.name);
      eraseInode.run({ folderId, ino, sizeBytes, mtimeNs });
      forgetListings.run(folderId);
    },
    forgetFolder(folderId: number): void {
      eraseFolder.run(folderId);
      forgetListings.run(folderId);
    },
    /** Of folders that are not watched: removed ones, and those whose adding was broken off. */
    forgetRemoved(): void {
      eraseRemoved.run();
    },
  };
}

/**
 * What directories showed when a scan found nothing more to do in them. A directory that shows the same again is left
 * alone as a whole. Triggers of the database (160-agreed-listings.sql) take a listing away as soon as a row may want to
 * be looked at again.
 */
export function makeSettledDirectoryRepository(db: Database.Database) {
  const select = db
    .prepare<[folderId: number, path: string], string | null>(
      'SELECT agreed_listing FROM directory WHERE folder_id = ? AND path = ?',
    )
    .pluck();
  const update = db.prepare('UPDATE directory SET agreed_listing = ? WHERE id = ?');

  return {
    /** Null when nothing is known, or something may be left to do. */
    of: (folderId: number, path: string): string | null => select.get(folderId, path) ?? null,
    /** After the rows were moved, in the same transaction: each move takes it away. */
    keep(directoryId: number, listing: string): void {
      update.run(listing, directoryId);
    },
  };
}
