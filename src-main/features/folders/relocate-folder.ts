/** A watched folder that was moved: a person says where it lies now. */
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault, FolderFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import { unlessAbsent } from '../../platform/errno.ts';
import { acceptDrives } from './accept-drives.ts';

/** So many known files are looked for: one that lies there tells the folder. */
const MOST_LOOKED_FOR = 1_000;

/**
 * Rows are kept by their subfolders, so all of them, their records and their rules go on. The next scan finds at the new place
 * what it would have found at the old one; contents that are known cost nothing. `newFolder`: whether it may be watched
 * there. Aborting rejects with `signal.reason` and changes nothing.
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
