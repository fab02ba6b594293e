/** Files that only their owner may read, as a port, so that a simulation can keep them in memory. */
import { lstat, readFile, rm } from 'node:fs/promises';
import { writePrivately, type WriteOptions } from './write-privately.ts';

export interface PrivateFiles {
  /** Null when there is no readable, ordinary file. A link is none: it could lead anywhere. */
  read(path: string): Promise<Uint8Array | null>;
  /** Whole or not at all; replaces what stands there. Throws what the file system says. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<void>;
  /** No file there is fine. */
  remove(path: string): Promise<void>;
}

export const realPrivateFiles: PrivateFiles = {
  async read(path) {
    try {
      return (await lstat(path)).isFile() ? await readFile(path) : null;
    } catch {
      return null; // whatever keeps it from being read, it is not there for us
    }
  },
  write: writePrivately,
  remove: (path) => rm(path, { force: true }),
};
