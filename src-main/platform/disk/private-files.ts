/** Files that only their owner may read, as a port, so that a simulation can keep them in memory. */
import { lstatSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
      const found = lstatSync(path, { throwIfNoEntry: false }); // most often it is not there
      return found?.isFile() === true ? await readFile(path) : null;
    } catch {
      return null; // an unreadable file counts as missing
    }
  },
  write: writePrivately,
  async remove(path) {
    rmSync(path, { force: true });
  },
};
