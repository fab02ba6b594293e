/** The user's home, the drives of this computer, and all of it: where a folder to watch may be. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Place } from '../../features/folders/folder-tree.ts';

/** File systems that hold a person's data; the others are the system's own. */
const DATA =
  /^(ext[234]|xfs|btrfs|bcachefs|zfs|f2fs|jfs|ntfs3?|exfat|vfat|hfsplus|apfs|fuseblk|fuse\..+|nfs4?|cifs|smb3|afs|ceph|lustre|gpfs|beegfs|9p|virtiofs|vboxsf|prl_fs)$/;
const OF_THE_SYSTEM = /^\/(boot|snap|var|usr|etc|proc|sys|dev|run(?!\/media\/))(\/|$)/;
const DRIVES_OF_WINDOWS = Array.from('CDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `${letter}:\\`);
/** What has no drive of its own, such as a folder /data beside the home; Windows has letters for all. */
const WHOLE = process.platform === 'win32' ? [] : ['/'];

export async function findRoots(): Promise<readonly Place[]> {
  const home = os.homedir();
  const drives = (await findDrives()).filter((drive) => drive !== home);
  return [
    { kind: 'home', path: home },
    ...[...drives, ...WHOLE].map((drive) => ({ kind: 'drive' as const, path: drive })),
  ];
}

async function findDrives(): Promise<readonly string[]> {
  if (process.platform === 'win32') return presentOf(DRIVES_OF_WINDOWS);
  if (process.platform === 'darwin') return foldersIn('/Volumes');
  return drivesOf(await fs.readFile('/proc/self/mounts', 'utf8').catch(() => '')); // not on every system
}

/** The drives in a list of mounts as Linux writes it. Pure. */
export function drivesOf(mounts: string): readonly string[] {
  const found = mounts.split('\n').flatMap((line) => {
    const [, mounted = '', kind = ''] = line.split(' ');
    const place = mounted.replaceAll(/\\([0-7]{3})/g, (_all, octal: string) =>
      String.fromCodePoint(Number.parseInt(octal, 8)),
    );
    const isData = DATA.test(kind) && place.length > 1 && !OF_THE_SYSTEM.test(place);
    return isData ? [place] : [];
  });
  return [...new Set(found)].toSorted();
}

async function presentOf(folders: readonly string[]): Promise<readonly string[]> {
  const looks = await Promise.all(
    folders.map((folder) =>
      fs.access(folder).then(
        () => folder,
        () => null, // no such drive, or an empty one
      ),
    ),
  );
  return looks.filter((folder) => folder !== null);
}

async function foldersIn(parent: string): Promise<readonly string[]> {
  const entries = await fs.readdir(parent, { withFileTypes: true }).catch(() => []); // nothing is mounted
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(parent, name));
}
