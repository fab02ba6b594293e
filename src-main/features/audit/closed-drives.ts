/** Drives of watched folders that are not there: an audit says so of their files, instead of calling them missing or changed. */
import path from 'node:path';
import { DRIVE_ERRNO } from '../../../src-shared/model/folders/drive-trouble.ts';
import { relativeWithin } from '../../platform/relative-within.ts';
import { makeFolderDrives } from '../../pipeline/scan/folder-drives.ts';
import type { AccountPorts } from '../../pipeline/common/account-ports.ts';

/** The code for what lies at an absolute path or below; null: its drive is there. */
export type ClosedDrives = (at: string) => string | null;

/** Those at, in and around an audited folder. Keeps nothing. Aborting rejects with `signal.reason`. */
export async function closedDrives(
  root: string,
  ports: Pick<AccountPorts, 'state' | 'fileTree'>,
  signal: AbortSignal,
): Promise<ClosedDrives> {
  const closed: [place: string, errno: string][] = [];
  for (const folder of ports.state.folders.watched()) {
    const isAround = relativeWithin(folder.path, root) !== null;
    if (!isAround && relativeWithin(root, folder.path) === null) continue;
    for (const { path: inner, trouble } of await makeFolderDrives(folder, ports).notThere(signal)) {
      closed.push([path.join(folder.path, inner), DRIVE_ERRNO[trouble]]);
    }
  }
  return (at) => closed.find(([place]) => relativeWithin(place, at) !== null)?.[1] ?? null;
}
