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

/** Of nested mounts the innermost counts, and of several on one directory the last. Null: the system does not tell. */
export function mountOf(at: string, { text }: Pick<SystemTexts, 'text'>): Mount | null {
  let [deepest, mount]: [string, Mount | null] = ['', null];
  for (const line of (text(MOUNTS) ?? '').split('\n')) {
    const [place = '', what = ''] = line.split(' - ');
    const point = unescaped(place.split(' ')[4] ?? '');
    const isAbove = point === '/' || at === point || at.startsWith(`${point}/`);
    if (point === '' || !isAbove || point.length < deepest.length) continue;
    const [fileSystem = '', source = ''] = what.split(' ');
    [deepest, mount] = [point, { fileSystem, source: unescaped(source) }];
  }
  return mount;
}

export function isNetworkMount({ fileSystem }: Mount): boolean {
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
