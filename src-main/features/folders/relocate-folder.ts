/** A person says where the files of a watched folder are now: it was moved, or other drives are in it, which are the right ones. */
import type { CoreFault, FolderFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FolderDrive, Folder } from '../../db/files/folder-repository.ts';
import { driveOf } from '../../pipeline/scan/folder-drives.ts';
import { placeIn } from '../../platform/place.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { unlessAbsent } from '../../platform/errno.ts';

/**
 * From the next scan on, files that are not on these drives count as missing, and others as new. This concludes and sends
 * nothing itself. Returns how many drives were accepted. Aborting rejects with `signal.reason` and changes nothing.
 */
export async function acceptDrives(
  folder: Folder,
  { state, fileTree }: Pick<AccountPorts, 'state' | 'fileTree'>,
  signal: AbortSignal,
): Promise<Result<number, CoreFault>> {
  const { path } = folder;
  const root = await fileTree.identify(path, signal);
  if (root.kind === 'unreadable') {
    return fail({ kind: 'unreadable-folder', path, errno: root.errno });
  }
  if (root.kind !== 'directory') return fail({ kind: 'no-such-folder', path });
  const known = state.folderDrives.of(folder.id);
  const now: [path: string, drive: FolderDrive | null][] = [];
  for (const { path: inner } of known) {
    const reading = await fileTree.identify(placeIn(path, inner), signal);
    if (reading.kind !== 'directory') {
      now.push([inner, null]);
      continue;
    }
    const at = inner === '' ? path : `${path}/${inner}`;
    const drive = await driveOf(at, reading.dev, fileTree, signal);
    now.push([inner, { path: inner, ...drive, trouble: null }]);
  }
  state.transaction(() => {
    for (const [inner, drive] of now) {
      if (drive === null) state.folderDrives.forget(folder.id, inner);
      else state.folderDrives.keep(folder.id, drive);
    }
    if (folder.trouble === 'other-drive') state.folders.setTrouble(folder.id, null);
  });
  return ok(known.filter(({ trouble }) => trouble !== null).length);
}

/** So many known files are looked for: one that lies there tells the folder. */
const MOST_LOOKED_FOR = 1_000;

/**
 * A watched folder that was moved: a person says where it lies now. Rows are kept by their subfolders, so all of
 * them, their records and their rules go on. The next scan finds at the new place what it would have found at the old
 * one; contents that are known cost nothing. `newFolder`: whether it may be watched there. Aborting rejects with
 * `signal.reason` and changes nothing.
 */
export async function relocateFolder(
  folder: Folder,
  asked: string,
  {
    state,
    fileTree,
    newFolder,
  }: Pick<AccountPorts, 'state' | 'fileTree'> & {
    readonly newFolder: (
      asked: string,
      signal: AbortSignal,
    ) => Promise<Result<string, FolderFault>>;
  },
  signal: AbortSignal,
): Promise<Result<null, CoreFault>> {
  const place = await newFolder(asked, signal);
  if (!place.ok) return place;
  const path = place.value;
  const known = state.files.list({ folderId: folder.id }, 0, MOST_LOOKED_FOR);
  if (known.length > 0 && !(await isAnyThere(path, known, signal))) {
    return fail({ kind: 'not-that-folder', path, other: folder.path });
  }
  state.transaction(() => {
    state.folders.relocate(folder.id, path);
    if (path !== folder.path) state.eventLog.tellFolderMoved(folder.id, folder.path, path);
  });
  const accepted = await acceptDrives({ ...folder, path }, { state, fileTree }, signal);
  return accepted.ok ? ok(null) : accepted;
}

async function isAnyThere(
  path: string,
  known: readonly { readonly directoryPath: string; readonly name: string }[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const { directoryPath, name } of known) {
    signal.throwIfAborted();
    const found = await unlessAbsent(fs.lstat(join(path, directoryPath, name)));
    if (found?.isFile() === true) return true;
  }
  return false;
}
