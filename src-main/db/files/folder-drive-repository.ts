/** Drives in watched folders: which one was where at the last scan that found its files. */
import type Database from 'better-sqlite3';
import type {
  DriveTrouble,
  TroubledDrive,
} from '../../../src-shared/model/folders/drive-trouble.ts';

/** What tells one drive from another. */
export interface Drive {
  /** Changes when it is mounted again. */
  readonly dev: string;
  /** What identifies its file system for good; null: the system does not tell. */
  readonly volume: string | null;
  /** Identity of its topmost directory, by which it differs from another one with its number; null: not needed. */
  readonly top: string | null;
}

export interface FolderDrive extends Drive {
  /** Where it is mounted, relative to the folder; '' is the drive that the folder itself is on. */
  readonly path: string;
  /** Its files are left as they were; null: it is there. */
  readonly trouble: DriveTrouble | null;
}

export function makeFolderDriveRepository(db: Database.Database) {
  const select = db.prepare<[folderId: number], FolderDrive>(
    'SELECT path, dev, volume, top, trouble FROM folder_drive WHERE folder_id = ? ORDER BY path',
  );
  const selectTroubled = db.prepare<[folderId: number], TroubledDrive>(
    `SELECT path, trouble FROM folder_drive
     WHERE folder_id = ? AND path <> '' AND trouble IS NOT NULL ORDER BY path`,
  );
  const insert = db.prepare(
    `INSERT OR REPLACE INTO folder_drive (folder_id, path, dev, volume, top, trouble)
     VALUES (@folderId, @path, @dev, @volume, @top, @trouble)`,
  );
  const erase = db.prepare('DELETE FROM folder_drive WHERE folder_id = ? AND path = ?');

  return {
    of: (folderId: number): readonly FolderDrive[] => select.all(folderId),
    /** Drives below the folder itself that are not there. */
    troubled: (folderId: number): readonly TroubledDrive[] => selectTroubled.all(folderId),
    keep(folderId: number, drive: FolderDrive): void {
      insert.run({ folderId, ...drive });
    },
    forget(folderId: number, path: string): void {
      erase.run(folderId, path);
    },
  };
}
