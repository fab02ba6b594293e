/** Whether the folder itself is what was watched: there, readable, not suddenly empty, on its own drive, and
 * watched once. */
import {
  type FolderTrouble,
  LABSEAL_DATA,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { SILENT_ERRNO } from '../../../src-shared/model/files/read-trouble.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import { isWatchedTwice } from './folder-overlap.ts';
import type { DirectoryReading, FileTree } from './file-tree.ts';
import { driveOf, type FolderDrives } from './folder-drives.ts';

export interface RootPorts {
  readonly state: State;
  readonly drives: FolderDrives;
  readonly fileTree: FileTree;
}

/** Why the folder is paused; null: it is not. Keeps on which drive it is. */
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
