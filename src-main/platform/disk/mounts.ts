/**
 * What is mounted where, by what the system reports. The drives themselves are not accessed: one that is out of reach
 * may hang.
 */
import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { errnoOf } from '../errno.ts';

const MOUNTS = '/proc/self/mountinfo';
/** Links with the ids of file systems to the devices that hold them. */
const IDS = '/dev/disk/by-uuid';

/** The system's own names; with FUSE the part after the dot is the program. */
const NETWORK_FILE_SYSTEMS =
  /^(?:nfs4?|cifs|smb3|smbfs|9p|afs|ceph|lustre|beegfs|gpfs|glusterfs|davfs|virtiofs|vboxsf|prl_fs|fuse\.(?:sshfs|rclone|ceph|ceph-fuse|glusterfs|davfs2?|gvfsd-fuse|vmhgfs-fuse|s3fs))$/;

export interface Mount {
  readonly fileSystem: string;
  /** A device, a share of a server, or a word of the file system's own. */
  readonly source: string;
}

/** What the system says about itself, so that a test can play it. */
export interface SystemTexts {
  /** The text of one of the system's information files, or null when it has no such file. */
  text(file: string): string | null;
  /** The names in a folder; none when there is no such folder. */
  names(folder: string): readonly string[];
  /** Where a link leads, absolute; null when it is none. */
  link(file: string): string | null;
}

export const systemTexts: SystemTexts = {
  text(file) {
    try {
      return fs.readFileSync(file, 'utf8');
    } catch {
      return null; // not Linux, or no information: then nothing is predicted, and the watcher will report
    }
  },
  names(folder) {
    try {
      return fs.readdirSync(folder);
    } catch {
      return []; // the system has no such folder
    }
  },
  link(file) {
    try {
      return path.resolve(path.dirname(file), fs.readlinkSync(file));
    } catch {
      return null; // it is no link, or has just gone
    }
  },
};

interface MountLine extends Mount {
  /** Where it is seen. */
  readonly point: string;
  /** The number of the file system. */
  readonly device: string;
  /** The directory of the file system that is seen there. */
  readonly inside: string;
  /** Of the file system, between commas. */
  readonly options: string;
}

function* mountLines({ text }: Pick<SystemTexts, 'text'>): Generator<MountLine> {
  for (const line of (text(MOUNTS) ?? '').split('\n')) {
    const [place = '', what = ''] = line.split(' - ');
    const [, , device = '', inside = '', point = ''] = place.split(' ');
    const [fileSystem = '', source = '', options = ''] = what.split(' ');
    if (point === '') continue;
    const names = { point: unescaped(point), inside: unescaped(inside) };
    yield { ...names, device, fileSystem, source: unescaped(source), options };
  }
}

/** Of nested mounts the innermost counts, and of several on one directory the last. Null: the system does not tell. */
export function mountOf(at: string, system: Pick<SystemTexts, 'text'>): MountLine | null {
  let deepest: MountLine | null = null;
  for (const mount of mountLines(system)) {
    const isDeeper = mount.point.length >= (deepest?.point.length ?? 0);
    if (isDeeper && isBelow(at, mount.point)) deepest = mount;
  }
  return deepest;
}

/** Where a part of a folder lies in its file system: by that, what is mounted twice is recognised. */
export type MountedPart = Pick<MountLine, 'device' | 'inside'> & {
  /** Its path, in the folder. */
  readonly at: string;
};

/** The folder itself and what is mounted in it; none where the system does not tell. */
export function mountedParts(
  folder: string,
  system: Pick<SystemTexts, 'text'> = systemTexts,
): readonly MountedPart[] {
  const around = mountOf(folder, system);
  if (around === null) return [];
  const { device, point } = around;
  const inside = path.posix.join(around.inside, path.posix.relative(point, folder));
  const below = [...mountLines(system)]
    .filter((mount) => mount.point !== folder && isBelow(mount.point, folder))
    .map((mount) => ({ at: mount.point, device: mount.device, inside: mount.inside }));
  return [{ at: folder, device, inside }, ...below];
}

function isBelow(inner: string, outer: string): boolean {
  return outer === '/' || inner === outer || inner.startsWith(`${outer}/`);
}

/** A FUSE drive for everybody on which the kernel does not look at permissions. */
function letsAllIn({ options }: MountLine): boolean {
  const set = options.split(',');
  return set.includes('allow_other') && !set.includes('default_permissions');
}

export function isNetworkMount({ fileSystem }: Pick<Mount, 'fileSystem'>): boolean {
  return NETWORK_FILE_SYSTEMS.test(fileSystem);
}

/**
 * What identifies the file system at a path for as long as it lives, on whatever device and wherever it is mounted. Null:
 * nothing is known that does.
 */
export function volumeOf(at: string, system: SystemTexts = systemTexts): string | null {
  const mount = mountOf(at, system);
  if (mount === null) return null;
  const { fileSystem, source } = mount;
  if (isNetworkMount(mount) || fileSystem === 'zfs') return `${fileSystem} ${source}`;
  if (!source.startsWith('/')) return null;
  const device = system.link(source) ?? source; // it may have another name, such as `/dev/mapper/lab`
  const id = system.names(IDS).find((name) => system.link(`${IDS}/${name}`) === device);
  return id === undefined ? null : `uuid ${id}`;
}

/** Blanks and similar characters are written as three octal digits. */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

// Drives that other computers can use at the same time. The engine's lock and the database's shared memory work within one
// computer only, so the data folder must not be on one: two engines would pay twice.

/** What statfs(2) says on Linux; other systems give numbers without a meaning of their own. */
const NETWORK_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB, long ago
  0xff534d42, // SMB 1
  0xfe534d42, // SMB 2 and 3
  0x5346414f, // AFS
  0x6b414653, // AFS of the kernel
  0x73757245, // Coda
  0x00c36400, // Ceph
  0x0bd00bd0, // Lustre
  0x47504653, // GPFS
  0x19830326, // BeeGFS
]);
/** `\\server\share`, but not `\\?\C:\` and `\\.\`, which are this computer's own. */
const SHARE = /^\\\\[^\\?.]/;

/** The type of the file system that a path is on. Throws as statfs does. */
export type FileSystemType = (path: string) => number;

const realFileSystemType: FileSystemType = (at) => fs.statfsSync(at).type;

/** The folder need not exist yet: then the nearest existing one above it decides. On an error the answer is no. */
export function isOnNetworkDrive(
  folder: string,
  typeOf: FileSystemType = realFileSystemType,
): boolean {
  if (SHARE.test(folder)) return true;
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      return NETWORK_TYPES.has(typeOf(at) >>> 0); // some kernels give it with a sign
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing || at === path.dirname(at)) return false;
    }
  }
}

// Whether a drive keeps a file from the other users of this computer: FAT, exFAT, NTFS without access lists
// and the Windows drives of WSL give everybody everything, whatever is asked for.

const OTHERS = 0o077;

/**
 * Tries it with an empty file, which is removed, in the folder or the nearest one above that is there. What goes wrong is
 * left to whoever uses the folder next. Windows has no modes, and is not asked.
 */
export function keepsPrivate(folder: string): boolean {
  if (process.platform === 'win32') return true;
  const nearest = nearestExisting(folder);
  const mount = mountOf(nearest, systemTexts);
  if (mount !== null && letsAllIn(mount)) return false;
  const probe = path.join(nearest, `engine.lock.${randomUUID()}`);
  try {
    const handle = fs.openSync(probe, 'wx', 0o600);
    try {
      return (fs.fstatSync(handle).mode & OTHERS) === 0;
    } finally {
      fs.closeSync(handle);
      fs.rmSync(probe, { force: true });
    }
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return true;
  }
}

export function nearestExisting(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) || at === path.dirname(at)) return at;
  }
}
