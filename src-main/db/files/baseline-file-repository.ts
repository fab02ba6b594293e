/**
 * The files that existed in a folder for new files only when it was added. They outlive the rows of files: a path that
 * is gone for a while, as on an unplugged drive, is not new when it comes back.
 */
import type Database from 'better-sqlite3';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';

/**
 * Distinguishes a file from one that was written anew: neither a new owner nor another drive number makes a file new.
 */
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
  // A listing does not show which files are older.
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
    /** True for a file that existed then, under any path of the folder. */
    wasAnywhereIn: (folderId: number, { ino, sizeBytes, mtimeNs }: BaselineFile): boolean =>
      byInode.get({ folderId, ino, sizeBytes, mtimeNs }) !== undefined,
    /** From now on the file counts as new, even when it moves. */
    forget(folderId: number, at: FilePlace, { ino, sizeBytes, mtimeNs }: BaselineFile): void {
      eraseAt.run(at.directoryId, at.name);
      eraseInode.run({ folderId, ino, sizeBytes, mtimeNs });
      forgetListings.run(folderId);
    },
    forgetFolder(folderId: number): void {
      eraseFolder.run(folderId);
      forgetListings.run(folderId);
    },
    /** Deletes those of unwatched folders: removed ones, and those whose adding was interrupted. */
    forgetRemoved(): void {
      eraseRemoved.run();
    },
  };
}

export interface KnownDirectory {
  readonly id: number;
  /** From the root of its folder. */
  readonly path: string;
}

/**
 * Listings of directories in which a scan found nothing more to do. A directory with the same listing is skipped.
 * Database triggers (`agreed_listing_…`) delete a listing as soon as a row may need another check.
 */
export function makeSettledDirectoryRepository(db: Database.Database) {
  const select = db
    .prepare<[folderId: number, path: string], string | null>(
      'SELECT agreed_listing FROM directory WHERE folder_id = ? AND path = ?',
    )
    .pluck();
  const update = db.prepare('UPDATE directory SET agreed_listing = ? WHERE id = ?');
  const selectAlike = db.prepare<[folderId: number, listing: string], KnownDirectory>(
    'SELECT id, path FROM directory WHERE folder_id = +? AND agreed_listing = +? LIMIT 2',
  );

  return {
    /** Null when nothing is known, or work may be left. */
    of: (folderId: number, path: string): string | null => select.get(folderId, path) ?? null,
    /** The only directory of the folder that showed this listing; null: there is none, or several, such as empty ones. */
    withListing(folderId: number, listing: string): KnownDirectory | null {
      const [one = null, other] = selectAlike.all(folderId, listing);
      return other === undefined ? one : null;
    },
    /** Call it after the rows were moved, in the same transaction: each move deletes it. */
    keep(directoryId: number, listing: string): void {
      update.run(listing, directoryId);
    },
  };
}

/** A file that a person approved with the preview of a new folder, before its content was read. */
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
  const eraseAll = db.prepare('DELETE FROM agreed_file');
  // A file that was gone before its folder was scanned is approved, and goes nowhere.
  const countComing = db
    .prepare<[isAwayToo: 0 | 1], number>(
      `SELECT count(*) FROM agreed_file g JOIN folder o ON o.id = g.folder_id AND o.removed_at_ms IS NULL
       WHERE (? OR o.trouble IS NULL) AND (o.last_scan_at_ms IS NULL
         OR EXISTS (SELECT 1 FROM file f WHERE f.directory_id = g.directory_id AND f.name = g.name))`,
    )
    .pluck();
  const eraseRemoved = db.prepare(
    `DELETE FROM agreed_file
     WHERE folder_id IN (SELECT id FROM folder WHERE removed_at_ms IS NOT NULL)`,
  );

  return {
    /** Returns how many there were that are still to be read. */
    forgetAll(): number {
      const coming = countComing.get(1) ?? 0;
      eraseAll.run();
      return coming;
    },
    note(folderId: number, { directoryId, name }: FilePlace, agreed: AgreedFile): void {
      insert.run({ folderId, directoryId, name, ...agreed });
    },
    /** Null: this file was not approved beforehand, or was decided about since. */
    of: ({ directoryId, name }: FilePlace): AgreedFile | null =>
      select.get(directoryId, name) ?? null,
    hasAny: (folderId: number): boolean => any.get(folderId) !== undefined,
    /** How many are still to be read, in watched folders that are there. */
    countComing: (): number => countComing.get(0) ?? 0,
    /** Its file is decided about, or the approval was taken back. */
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
