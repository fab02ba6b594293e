/**
 * Writes a file that only its owner may read, atomically: a reader, a crash or a full disk never leaves half of it
 * under its name.
 */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { holdSecret } from './erase-file.ts';
import { makeFolder } from './make-folder.ts';
import { renameWhenFree } from './rename-when-free.ts';

const isWindows = process.platform === 'win32';

export interface WriteOptions {
  /**
   * It can be had again: the disk is not waited for. A power cut may take the file or leave it empty under its name, so
   * its reader checks its content.
   */
  readonly isRecoverable?: boolean;
  /** The bytes of what it replaces are erased, whoever reads them just then; otherwise only those that another name shows. */
  readonly isSecret?: boolean;
}

/**
 * Replaces an existing file at `path`, or a link (the link, not its target). Of a file that cannot be had again, no hard link
 * shows the bytes before any more. Throws the file system's errors.
 */
export async function writePrivately(
  path: string,
  content: string | Uint8Array,
  { isRecoverable = false, isSecret = false }: WriteOptions = {},
): Promise<void> {
  // `wx` and an unguessable name: the file is new and ours, not planted by somebody else.
  const temporary = `${path}.${randomUUID()}.tmp`;
  if (isRecoverable) return placeAtOnce(path, temporary, content);
  const before = await holdSecret(path, isSecret ? 'always' : 'if-linked');
  try {
    const file = await makeFile(temporary);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameWhenFree(temporary, path);
  } catch (error) {
    await before?.release();
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path)); // the new one stands before the old one is gone
  await before?.erase();
}

/** With blocking calls: for small files, handing them to threads and back costs several times as much. */
async function placeAtOnce(
  path: string,
  temporary: string,
  content: string | Uint8Array,
): Promise<void> {
  const write = (): void => writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
  try {
    try {
      write();
    } catch (error) {
      if (!isMissing(error)) throw error;
      makeFolder(dirname(path));
      write();
    }
    if (isWindows) await renameWhenFree(temporary, path);
    else renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Most often its folder exists already. */
async function makeFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    makeFolder(dirname(path));
    return open(path, 'wx', 0o600);
  }
}

/** Makes a rename in it survive a power cut. Windows cannot open a folder and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (isWindows) return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
