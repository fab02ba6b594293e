/** Files that only their owner may read, as a port, so that a simulation can keep them in memory. */
import { lstat, readFile, rm } from 'node:fs/promises';
import { writePrivately, type WriteOptions } from './write-privately.ts';

export interface PrivateFiles {
  /** Null when there is no readable, ordinary file. Links are not followed: they could lead anywhere. */
  read(path: string): Promise<Uint8Array | null>;
  /** Atomic; replaces an existing file. Throws the file system's errors. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void>;
  /** A missing file is fine. */
  remove(path: string): Promise<void>;
}

export const realPrivateFiles: PrivateFiles = {
  async read(path) {
    try {
      return (await lstat(path)).isFile() ? await readFile(path) : null;
    } catch {
      return null; // an unreadable file counts as missing
    }
  },
  write: writePrivately,
  remove: (path) => rm(path, { force: true }),
};
