/**
 * Whether a folder is on a drive that other computers can use at the same time. The engine's lock and the database's
 * shared memory work within one computer only, so the data folder must not be there: two engines would pay twice.
 */
import fs from 'node:fs';
import path from 'node:path';

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
