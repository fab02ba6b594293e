/**
 * What is mounted where, by what the system reports. The drives themselves are not accessed: one that is out of reach
 * may hang.
 */
import fs from 'node:fs';
import path from 'node:path';

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
export function letsAllIn({ options }: MountLine): boolean {
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
