/**
 * Looks at an account's database and leaves it as it is. SQLite itself writes beside a database that it only reads, and
 * clears up after a kill, so a closed one is checked in a private copy. One in use is read in place, for a moment.
 */
import fs from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { WatchMode } from '../../src-shared/model/folders/folder-rules.ts';
import type { TroubledDrive } from '../../src-shared/model/files/read-trouble.ts';
import { makeFolderDriveRepository } from './files/folder-repository.ts';
import { OWN_FIELDS_FACT } from './account/key-value-repositories.ts';
import { readMigrations, versionOf } from './open-database.ts';
import { codeOf } from '../platform/errno.ts';

export interface InspectedFolder {
  readonly id: number;
  /** Absolute. */
  readonly path: string;
  readonly mode: WatchMode;
  readonly pollSeconds: number;
  /** How many directories of it are known, itself included where it has files. */
  readonly directories: number;
  /** At its last scan directories of it were polled, because the system allowed no more watches. */
  readonly isWatchLimited: boolean;
  /** At its last scan it was on another drive than the one with its files. */
  readonly isOnOtherDrive: boolean;
  /** Drives within it that were not there at its last scan. */
  readonly drives: readonly TroubledDrive[];
}

export interface InspectedContents {
  /** Watched now. */
  readonly folders: readonly InspectedFolder[];
  /** Values by their names, as they are stored. */
  readonly preferences: Readonly<Record<string, string>>;
  /** The service, or something before it, refuses the header fields that we add, so that they are left out. */
  readonly areFieldsLeftOut: boolean;
}

/** `contents` null: they cannot be read, because the database is not open or of an older version. */
export type DatabaseInspection =
  | { readonly kind: 'absent' }
  /** There was one: its marker is left. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'damaged' }
  /** Of a newer program. */
  | { readonly kind: 'newer' }
  /** Of a development build from before the first release. */
  | { readonly kind: 'unreleased' }
  /** Not checked: another program has it open. */
  | { readonly kind: 'in-use'; readonly contents: InspectedContents | null }
  | {
      readonly kind: 'whole';
      readonly sizeBytes: number;
      readonly contents: InspectedContents | null;
    }
  /** Not checked: it cannot be read, or there is no room for the copy. */
  | { readonly kind: 'unread'; readonly errno: string };

export interface InspectionParts {
  /** Whether an engine has the data folder. */
  readonly isInUse: boolean;
  /** Where a private copy is made, and removed again. */
  readonly temporaryFolder: string;
}

/** `folder`: of the account. Never rejects because of what it finds there. */
export async function inspectDatabase(
  folder: string,
  { isInUse, temporaryFolder }: InspectionParts,
): Promise<DatabaseInspection> {
  const file = path.join(folder, 'labseal.db');
  if (!existsSync(file)) {
    return { kind: existsSync(path.join(folder, 'marker.json')) ? 'lost' : 'absent' };
  }
  if (isInUse) return { kind: 'in-use', contents: contentsInUse(file) };
  let copies: string | null = null;
  try {
    copies = await fs.mkdtemp(path.join(temporaryFolder, 'labseal-doctor-')); // for its owner alone
    const copy = path.join(copies, 'labseal.db');
    await fs.copyFile(file, copy, fs.constants.COPYFILE_FICLONE);
    // What was not checkpointed when the program was killed is in the log.
    if (existsSync(`${file}-wal`)) await fs.copyFile(`${file}-wal`, `${copy}-wal`);
    return inspectCopy(copy, (await fs.stat(file)).size);
  } catch (error) {
    return { kind: 'unread', errno: codeOf(error) ?? 'unknown' };
  } finally {
    if (copies !== null) await fs.rm(copies, { recursive: true, force: true });
  }
}

function inspectCopy(copy: string, sizeBytes: number): DatabaseInspection {
  let db: Database.Database | null = null;
  try {
    db = new Database(copy);
    const verdict = db.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') return { kind: 'damaged' };
    const migrations = readMigrations();
    if (versionOf(db) > (migrations.at(-1)?.version ?? 0)) return { kind: 'newer' };
    if (versionOf(db) < (migrations.at(0)?.version ?? 0)) return { kind: 'unreleased' };
    return { kind: 'whole', sizeBytes, contents: contentsOf(db) };
  } catch (error) {
    const isDamaged =
      error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
    if (isDamaged) return { kind: 'damaged' };
    throw error;
  } finally {
    db?.close();
  }
}

/** Null unless the other program has this very database open: reading it would make files beside it otherwise. */
function contentsInUse(file: string): InspectedContents | null {
  if (!existsSync(`${file}-shm`)) return null;
  let db: Database.Database | null = null;
  try {
    db = new Database(file, { readonly: true, timeout: 0 });
    return contentsOf(db);
  } catch (error) {
    if (error instanceof Database.SqliteError) return null; // just being opened, migrated or closed
    throw error;
  } finally {
    db?.close();
  }
}

interface FolderRow extends Omit<InspectedFolder, 'drives' | 'isOnOtherDrive' | 'isWatchLimited'> {
  readonly isOnOtherDrive: 0 | 1;
  readonly isWatchLimited: 0 | 1;
}

/** Null for a database of an older version, which the next start brings up to date. */
function contentsOf(db: Database.Database): InspectedContents | null {
  if (versionOf(db) !== (readMigrations().at(-1)?.version ?? 0)) return null;
  const folders = db
    .prepare<[], FolderRow>(
      `SELECT id, path, watch_mode AS mode, poll_seconds AS pollSeconds,
         trouble IS 'other-drive' AS isOnOtherDrive, is_watch_limited AS isWatchLimited,
         (SELECT count(*) FROM directory WHERE folder_id = folder.id) AS directories
       FROM folder WHERE kind = 'watched' AND removed_at_ms IS NULL ORDER BY id`,
    )
    .all();
  const preferences = db
    .prepare<[], { name: string; value: string }>('SELECT name, value FROM preference')
    .all();
  const { troubled } = makeFolderDriveRepository(db);
  const leftOut = db
    .prepare<[name: string], 1>(
      "SELECT 1 FROM server_fact WHERE name = ? AND value IN ('suspected', 'refused')",
    )
    .pluck()
    .get(OWN_FIELDS_FACT);
  return {
    areFieldsLeftOut: leftOut !== undefined,
    folders: folders.map(({ isOnOtherDrive, isWatchLimited, ...folder }) =>
      Object.assign(folder, {
        isOnOtherDrive: isOnOtherDrive === 1,
        isWatchLimited: isWatchLimited === 1,
        drives: troubled(folder.id),
      }),
    ),
    preferences: Object.fromEntries(preferences.map(({ name, value }) => [name, value])),
  };
}
