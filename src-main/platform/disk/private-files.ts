/**
 * Files that only their owner may read, as a port, so that a simulation can keep them in memory. They are written atomically: a
 * reader, a crash or a full disk never leaves half of one under its name. What replaces or removes a secret erases its bytes, so
 * that no other name of it, a hard link or a mount, leads to them any more.
 */
import { constants, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, type FileHandle, link, lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { codeOf, errnoOf } from '../errno.ts';
import { setTimeout } from 'node:timers/promises';

const isWindows = process.platform === 'win32';
const OWNER_ALONE = 0o700;
const OWNER_ONLY = 0o600;
/** What is larger is no token and no such file of ours, and is not written to. */
const MOST_ERASED_BYTES = 65_536;
const WRITE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

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

/**
 * Makes a folder for its owner alone, and those above it that are missing. Node's own way never ends where the system lets
 * nothing be made and says that the folder above is missing, although it is there (/proc). Throws as `mkdir` does.
 */
export function makeFolder(folder: string): void {
  if (isMade(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  mkdirSync(folder, { mode: OWNER_ALONE });
}

/** False when the folder above is missing. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: OWNER_ALONE });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Holds the file at a path, so that it can be erased once another has taken its name. Null: no file is there, a link, or only
 * this name leads to it although others were asked for.
 */
export async function holdSecret(
  path: string,
  when: 'always' | 'if-linked',
  platform: NodeJS.Platform = process.platform,
): Promise<SecretFile | null> {
  const found = await fileAt(path);
  if (found === null || (when === 'if-linked' && found.nlink === 1)) return null;
  const isOnlyName = found.nlink === 1;
  if (found.size > MOST_ERASED_BYTES)
    return { erase: async () => isOnlyName, release: async () => {} };
  if (platform === 'win32') return heldByName(path, isOnlyName);
  const handle = await openedForWriting(path);
  return {
    erase: async () => (await overwritten(handle)) || isOnlyName,
    release: async () => handle?.close(),
  };
}

/** Windows replaces no file that is open: a second name, as of what a crash leaves, leads to it meanwhile. */
async function heldByName(path: string, isOnlyName: boolean) {
  const name = `${path}.${randomUUID()}.tmp`;
  try {
    await chmod(path, OWNER_ONLY); // what is marked as read-only is not replaced either
    await link(path, name);
  } catch (error) {
    errnoOf(error); // a drive without second names
    return { erase: async () => isOnlyName, release: async () => {} };
  }
  const release = () => rm(name, { force: true });
  return {
    /** Overwrites its bytes, and lets it go. False: another name may still lead to them. */
    async erase(): Promise<boolean> {
      const isErased = await overwritten(await openedForWriting(name));
      await release();
      return isErased || isOnlyName;
    },
    /** Lets it go as it is. */
    release,
  };
}
export type SecretFile = Awaited<ReturnType<typeof heldByName>>;

/** And closed. False: it could not be. */
async function overwritten(handle: FileHandle | null): Promise<boolean> {
  if (handle === null) return false;
  try {
    await overwrite(handle);
    return true;
  } catch (error) {
    errnoOf(error); // a bug is thrown again; the disk may refuse
    return false;
  } finally {
    await handle.close();
  }
}

/** Erases and removes it. As `erase`; throws when it cannot be removed. */
export async function eraseFile(path: string): Promise<boolean> {
  const secret = await holdSecret(path, 'always');
  const isErased = (await secret?.erase()) ?? true;
  await rm(path, { force: true });
  return isErased;
}

async function overwrite(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size), 0, size, 0);
  await handle.sync(); // zeros are on the disk before the blocks are free
  await handle.truncate(0);
  await handle.sync();
}

/** Its owner may have made it read-only. */
async function openedForWriting(path: string): Promise<FileHandle | null> {
  try {
    await chmod(path, OWNER_ONLY);
    return await open(path, WRITE);
  } catch (error) {
    errnoOf(error);
    return null;
  }
}

async function fileAt(path: string) {
  try {
    const found = await lstat(path);
    return found.isFile() ? found : null;
  } catch (error) {
    errnoOf(error);
    return null;
  }
}

// Gives a file or a folder another name, in place of a file that has it.

export interface RenamingPorts {
  readonly platform?: NodeJS.Platform;
  readonly renameNow?: (from: string, to: string) => Promise<void>;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** How Windows says that somebody has one of the two open: a reader, a virus scanner, the indexer. */
const HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Whoever looks at a new file lets it go sooner; what is refused for another reason is refused still. */
const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640];

/** Throws the file system's errors; on Windows, what is held open only after more than a second. */
export async function renameWhenFree(
  from: string,
  to: string,
  { platform = process.platform, renameNow = rename, pause = setTimeout }: RenamingPorts = {},
): Promise<void> {
  for (const pauseMs of platform === 'win32' ? PAUSES_MS : []) {
    try {
      return await renameNow(from, to);
    } catch (error) {
      if (!HELD.has(errnoOf(error))) throw error;
    }
    await pause(pauseMs);
  }
  await renameNow(from, to);
}
