/**
 * Writes a file that only its owner may read, atomically: a reader, a crash or a full disk never leaves half of it
 * under its name.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WriteOptions {
  /** Another file of this folder is written next: that write will sync the folder itself to disk. */
  readonly isFollowed?: boolean;
}

/** Replaces an existing file at `path`, or a link (the link, not its target). Throws the file system's errors. */
export async function writePrivately(
  path: string,
  content: string | Uint8Array,
  { isFollowed = false }: WriteOptions = {},
): Promise<void> {
  // `wx` and an unguessable name: the file is new and ours, not planted by somebody else.
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  try {
    const file = await makeFile(temporary);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (!isFollowed) await syncFolder(dirname(path));
}

/** Most often its folder exists already. */
async function makeFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  }
}

/** Makes a rename in it survive a power cut. Windows cannot open a folder and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
