/** A person says that the drives which are in a folder now are the right ones. */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FolderDrive, Folder } from '../../db/files/folder-repository.ts';
import { driveOf } from '../../pipeline/scan/folder-drives.ts';
import { placeIn } from '../../platform/place.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';

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
