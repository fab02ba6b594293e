/**
 * Whether the drives in a folder are those on which its files were. A drive that is not connected looks like a directory
 * whose files were deleted, and another one in its place like new files. Nothing is concluded from either: a person is
 * asked.
 */
import { dirname } from 'node:path';
import {
  type DriveTrouble,
  type TroubledDrive,
  SILENT_ERRNO,
} from '../../../src-shared/model/files/read-trouble.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { Drive, FolderDrive, Folder } from '../../db/files/folder-repository.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { hasBirth, identityFromKey } from '../../platform/disk/file-identity.ts';
import { placeIn } from '../../platform/place.ts';
import { isWithin, parentOf } from '../../platform/disk/paths.ts';
import type { FileTree, DirectoryReading } from './file-tree.ts';
import type { AccountPorts } from '../common/ports.ts';
import {
  type FolderTrouble,
  LABSEAL_DATA,
} from '../../../src-shared/model/folders/folder-rules.ts';
import type { State } from '../../db/state.ts';
import { isWatchedTwice } from './new-folder.ts';

/** So many files are looked for to recognise a drive, of many directories. */
const SAMPLE_FILES = 24;
const ROWS_OF_A_DIRECTORY = 200;
/** States in which the file is not expected to be there. */
const NOT_THERE: ReadonlySet<FileState> = new Set(['missing', 'remote_only']);

export type FolderDrives = ReturnType<typeof makeFolderDrives>;

/** The drive that an absolute path is on. Its own directories are asked only where the system names no volume. */
export async function driveOf(
  path: string,
  dev: string,
  fileTree: FileTree,
  signal: AbortSignal,
): Promise<Drive> {
  const volume = fileTree.volumeOf(path);
  return { dev, volume, top: volume === null ? await topOf(path, dev, fileTree, signal) : null };
}

/** Null for the system's own drive, which nobody exchanges; and on Windows, where numbers are those of volumes. */
async function topOf(
  path: string,
  dev: string,
  fileTree: FileTree,
  signal: AbortSignal,
): Promise<string | null> {
  let top: string | null = null;
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const reading = await fileTree.identify(at, signal);
    if (reading.kind !== 'directory' || reading.dev !== dev) return top;
    top = reading.identity;
  }
  return null;
}

/**
 * `unsure`: it may have been mounted again under another number, or its number was given to another one. `wasAway`: it was
 * not there when it was looked for last.
 */
function compareDrives(known: Drive, now: Drive, wasAway: boolean): 'same' | 'other' | 'unsure' {
  if (known.volume !== null && now.volume !== null) {
    return known.volume === now.volume ? 'same' : 'other';
  }
  if (known.dev !== now.dev) return 'unsure';
  if (known.top !== null && now.top !== null && known.top !== now.top) return 'unsure';
  return wasAway && now.top !== null && !hasBirth(now.top) ? 'unsure' : 'same';
}

function volumeBefore(before: Drive | undefined, dev: string): string | null {
  return before?.dev === dev ? before.volume : null;
}

export function makeFolderDrives(
  folder: Folder,
  { state, fileTree }: Pick<AccountPorts, 'state' | 'fileTree'>,
) {
  const { folderDrives, files } = state;
  const known = new Map(folderDrives.of(folder.id).map((drive) => [drive.path, drive]));

  /** The path of the drive that holds a directory, which may be mounted there. */
  function homeOf(path: string | null): string {
    for (let at = path; at !== null; at = parentOf(at)) if (known.has(at)) return at;
    return '';
  }

  function keep(drive: FolderDrive): void {
    const before = known.get(drive.path);
    known.set(drive.path, drive);
    const isNews =
      before?.dev !== drive.dev ||
      before.volume !== drive.volume ||
      before.top !== drive.top ||
      before.trouble !== drive.trouble;
    if (isNews) folderDrives.keep(folder.id, drive);
  }

  function forget(path: string): void {
    if (known.delete(path)) folderDrives.forget(folder.id, path);
  }

  /** Files that should be on the drive at this path: a few of each of many directories. */
  function sample(path: string): readonly FileRow[] {
    const directories = files.directories(folder.id).filter((each) => {
      const home = homeOf(each.path); // not those of drives further below
      return isWithin(each.path, path) && (home === path || !isWithin(home, path));
    });
    const step = Math.max(1, Math.ceil(directories.length / SAMPLE_FILES));
    const chosen = directories.filter((_, index) => index % step === 0);
    const most = Math.ceil(SAMPLE_FILES / Math.max(1, chosen.length));
    return chosen.flatMap(({ id }) =>
      files
        .inDirectory(id, '', ROWS_OF_A_DIRECTORY)
        .filter((row) => !NOT_THERE.has(row.state) && identityFromKey(row.identity).dev !== '')
        .slice(0, most),
    );
  }

  /** Whether most of the files are there, as they were; null when none is known. */
  async function holdsItsFiles(path: string, signal: AbortSignal): Promise<boolean | null> {
    const rows = sample(path);
    let found = 0;
    for (const { directoryPath, name, identity } of rows) {
      const inner = directoryPath === '' ? name : `${directoryPath}/${name}`;
      const reading = await fileTree.identify(placeIn(folder.path, inner), signal);
      const { sizeBytes, mtimeNs } = identityFromKey(identity);
      const isSame =
        reading.kind === 'file' &&
        reading.identity.sizeBytes === sizeBytes &&
        reading.identity.mtimeNs === mtimeNs;
      if (isSame) found += 1;
    }
    return rows.length === 0 ? null : found * 2 >= rows.length;
  }

  function wasAway({ path, trouble }: FolderDrive): boolean {
    return trouble !== null || (path === '' && folder.trouble !== null);
  }

  /** Of the directory above; undefined above the folder itself. */
  function devAbove(path: string): string | undefined {
    return path === '' ? undefined : known.get(homeOf(parentOf(path)))?.dev;
  }

  async function driveAt(path: string, dev: string, signal: AbortSignal) {
    const at = path === '' ? folder.path : `${folder.path}/${path}`;
    const drive = await driveOf(at, dev, fileTree, signal);
    return { ...drive, isMounted: devAbove(path) !== dev };
  }

  /** `own`: what is there is the drive that belongs there. `unused`: that one is not there, and no file of it is known. */
  async function evaluate(
    path: string,
    now: Drive & { readonly isMounted: boolean },
    signal: AbortSignal,
  ): Promise<'own' | 'unused' | DriveTrouble> {
    const before = known.get(path);
    const compared = before === undefined ? 'unsure' : compareDrives(before, now, wasAway(before));
    if (compared === 'same' || (before === undefined && path === '')) return 'own';
    const holds = await holdsItsFiles(path, signal);
    if (holds === true || (holds === null && now.isMounted && compared === 'unsure')) return 'own';
    if (now.isMounted) return 'other';
    return holds === null ? 'unused' : 'gone';
  }

  return {
    /**
     * Compares the drive that a directory is on with the one that belongs there, and keeps what it finds. Null: its files
     * may be compared. Of a directory only after the one above it.
     */
    async check(path: string, dev: string, signal: AbortSignal) {
      const before = known.get(path);
      if (before === undefined && devAbove(path) === dev) return null;
      const now = await driveAt(path, dev, signal);
      const { isMounted, volume, top } = now;
      const found = await evaluate(path, now, signal);
      switch (found) {
        case 'own':
          // The system may not tell the volume just now.
          if (isMounted)
            keep({ path, dev, volume: volume ?? volumeBefore(before, dev), top, trouble: null });
          else forget(path);
          return null;
        case 'unused':
          return null; // kept as it is: another drive in its place will be noticed
        case 'gone':
        case 'other':
          keep({
            path,
            ...(before ?? { dev: devAbove(path) ?? '', volume: null, top: null }),
            trouble: found,
          });
          return found;
        default:
          return assertNever(found);
      }
    },
    /** The same without concluding anything: whether this drive belongs there. */
    isAsKnown(path: string, drive: Drive) {
      const before = known.get(path);
      return before === undefined || compareDrives(before, drive, false) === 'same';
    },
    /** Drives with files that are not there now. Keeps nothing. */
    async notThere(signal: AbortSignal): Promise<readonly TroubledDrive[]> {
      const found: TroubledDrive[] = [];
      for (const { path } of known.values()) {
        const reading = await fileTree.identify(placeIn(folder.path, path), signal);
        const isThere = reading.kind === 'directory';
        if (!isThere && (path === '' || reading.kind === 'unreadable')) continue; // others say that
        const trouble = isThere
          ? await evaluate(path, await driveAt(path, reading.dev, signal), signal)
          : sample(path).length > 0 && 'gone';
        if (trouble === 'gone' || trouble === 'other') found.push({ path, trouble });
      }
      return found;
    },
    /** Drives with files at or below directories that are gone; they are kept as gone from now on. */
    lost(isGone: (path: string) => boolean): readonly string[] {
      const lost = [...known.values()].filter(({ path }) => {
        return path !== '' && isGone(path) && sample(path).length > 0;
      });
      for (const drive of lost) keep({ ...drive, trouble: 'gone' });
      return lost.map(({ path }) => path);
    },
  };
}

interface RootPorts {
  readonly state: State;
  readonly drives: FolderDrives;
  readonly fileTree: FileTree;
}

/**
 * Whether the folder itself is what was watched: there, readable, not suddenly empty, on its own drive, and watched
 * once. Why the folder is paused; null: it is not. Keeps on which drive it is.
 */
export async function evaluateRoot(
  root: DirectoryReading,
  folder: Folder,
  { state, drives, fileTree }: RootPorts,
  signal: AbortSignal,
): Promise<FolderTrouble | null> {
  const trouble = troubleOf(root, folder, state);
  if (trouble !== null || root.kind !== 'read') return trouble;
  if ((await drives.check('', root.dev, signal)) !== null) return 'other-drive';
  const earlier = state.folders.watched().filter(({ id }) => id < folder.id);
  const isTwice = await isWatchedTwice(folder, root, earlier, fileTree, signal);
  return isTwice ? 'watched-twice' : null;
}

/** Nothing is concluded about a folder whose root is missing; an emptied one may be an unmounted drive. */
function troubleOf(root: DirectoryReading, folder: Folder, state: State): FolderTrouble | null {
  switch (root.kind) {
    case 'absent':
      return 'absent';
    case 'unreadable':
      return root.errno === SILENT_ERRNO ? 'silent' : 'unreadable';
    case LABSEAL_DATA:
      return null; // a scan leaves out all that is in it
    case 'read': {
      const isEmpty = root.entries.size === 0;
      const hadFiles = state.files
        .counts()
        .some(
          ({ folderId, state: fileState }) =>
            folderId === folder.id && fileState !== 'missing' && fileState !== 'remote_only',
        );
      return isEmpty && hadFiles ? 'emptied' : null;
    }
    default:
      return assertNever(root);
  }
}

/**
 * Whether the root is the one that was scanned. A cheap check is enough, unless the root itself may have been emptied.
 */
export async function isInPlace(
  folder: Folder,
  isRootConcerned: boolean,
  { drives, fileTree, state }: RootPorts,
  signal: AbortSignal,
): Promise<boolean> {
  if (folder.trouble !== null) return false;
  const root = isRootConcerned
    ? await fileTree.readDirectory(folder.path, signal)
    : await fileTree.identify(folder.path, signal);
  if (root.kind === 'read' && troubleOf(root, folder, state) !== null) return false;
  if (root.kind !== 'read' && root.kind !== 'directory') return false;
  const drive = isRootConcerned
    ? await driveOf(folder.path, root.dev, fileTree, signal)
    : { dev: root.dev, volume: null, top: null };
  if (!drives.isAsKnown('', drive)) return false;
  return root.dev === folder.root?.dev && root.ino === folder.root.ino;
}
