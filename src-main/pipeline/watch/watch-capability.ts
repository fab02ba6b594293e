/**
 * How a folder is watched, and whether changes in it are seen at once, judged by what the system reports about its
 * drives and limits. Nothing is written into the folder, and the drive itself is not accessed: one that is out of reach
 * may hang.
 */
import fs from 'node:fs';
import type { WatchLimit } from '../../../src-shared/model/folders/watch-capability.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { isOnNetworkDrive } from '../../db/network-drive.ts';
import type { WatchMethod } from './folder-watcher.ts';

const MOUNTS = '/proc/self/mountinfo';
const MOST_WATCHES = '/proc/sys/fs/inotify/max_user_watches';

/** The system's own names; with FUSE the part after the dot is the program. */
const NETWORK_FILE_SYSTEMS =
  /^(?:nfs4?|cifs|smb3|smbfs|9p|afs|ceph|lustre|beegfs|gpfs|glusterfs|davfs|virtiofs|vboxsf|prl_fs|fuse\.(?:sshfs|rclone|ceph|ceph-fuse|glusterfs|davfs2?|gvfsd-fuse|vmhgfs-fuse|s3fs))$/;

/** The text of one of the system's information files, or null when it has no such file. */
export type ReadSystemText = (path: string) => string | null;

export const readSystemText: ReadSystemText = (path) => {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return null; // not Linux, or no information: then nothing is predicted, and the watcher will report
  }
};

/** `path`: absolute and real. */
type WatchedPlace = Pick<Folder, 'path' | 'watching'>;

/** How a folder is watched: by its settings, or by what suits the system and the drive. */
export function watchMethodOf(
  folder: WatchedPlace,
  read: ReadSystemText = readSystemText,
  platform: NodeJS.Platform = process.platform,
): WatchMethod {
  const { mode, pollSeconds } = folder.watching;
  if (mode !== 'auto') return { source: mode, pollSeconds };
  if (isNetworkDrive(folder.path, read)) return { source: 'poll', pollSeconds };
  // Measured on Linux alone; chokidar knows how the others differ.
  return { source: platform === 'linux' ? 'native' : 'chokidar', pollSeconds };
}

/** `directories`: how many are in it, itself included; null: unknown. */
export function watchLimit(
  folder: WatchedPlace,
  directories: number | null,
  read: ReadSystemText = readSystemText,
): WatchLimit | null {
  const { source, pollSeconds } = watchMethodOf(folder, read);
  const isNetwork = isNetworkDrive(folder.path, read);
  if (source === 'poll') {
    return { kind: 'polled', seconds: pollSeconds, isNetworkDrive: isNetwork };
  }
  if (isNetwork) return { kind: 'network-drive' };
  const most = Number.parseInt(read(MOST_WATCHES) ?? '', 10);
  return (directories ?? 0) > most ? { kind: 'too-many-folders', most } : null;
}

function isNetworkDrive(path: string, read: ReadSystemText): boolean {
  const mounts = read(MOUNTS);
  // A network share is recognised by its name; only Linux has meaningful numbers.
  if (mounts === null) return isOnNetworkDrive(path, () => 0);
  return NETWORK_FILE_SYSTEMS.test(fileSystemOf(path, mounts) ?? '');
}

/** Of nested mounts the innermost counts, and of several on one directory the last. */
export function fileSystemOf(path: string, mountinfo: string): string | null {
  let [deepest, fileSystem]: [string, string | null] = ['', null];
  for (const line of mountinfo.split('\n')) {
    const [place = '', kind = ''] = line.split(' - ');
    const at = unescaped(place.split(' ')[4] ?? '');
    const isAbove = at === '/' || path === at || path.startsWith(`${at}/`);
    if (at === '' || !isAbove || at.length < deepest.length) continue;
    [deepest, fileSystem] = [at, kind.split(' ')[0] ?? null];
  }
  return fileSystem;
}

/** Blanks and similar characters are written as three octal digits. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
