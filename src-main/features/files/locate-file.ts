/** Looks for the bytes of a missing file in the folder that a person says it lies in now. */
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Fingerprinter } from '../../pipeline/fingerprint/fingerprinter.ts';

/** So many files of its size are read. */
const MOST_READ = 100;

export interface SoughtBytes {
  readonly name: string;
  readonly sizeBytes: number;
  readonly blake3: string;
}

/**
 * The path of a file in this very folder that has these bytes, whatever its name; null when there is none, or the folder cannot be
 * read. One with the name is read first. Rejects with `signal.reason`.
 */
export async function locateFile(
  folder: string,
  { name, sizeBytes, blake3 }: SoughtBytes,
  fingerprinter: Pick<Fingerprinter, 'fingerprint'>,
  signal: AbortSignal,
): Promise<string | null> {
  const names = await fs.readdir(folder).catch(() => []);
  const inOrder = names.toSorted((one, other) => Number(other === name) - Number(one === name));
  let read = 0;
  for (const each of inOrder) {
    signal.throwIfAborted();
    const path = join(folder, each);
    const found = await fs.lstat(path).catch(() => null);
    if (found?.isFile() !== true || found.size !== sizeBytes) continue;
    read += 1;
    if (read > MOST_READ) return null;
    const print = await fingerprinter.fingerprint(path, null, {}, signal);
    if (print.kind === 'done' && print.blake3 === blake3) return path;
  }
  return null;
}
