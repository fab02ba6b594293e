/** Removes a file with a secret in it, also from wherever a hard link leads to it. */
import { constants } from 'node:fs';
import { chmod, lstat, open, rm, type FileHandle } from 'node:fs/promises';
import { errnoOf } from './errno.ts';

const OWNER_ONLY = 0o600;
const WRITE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

export interface SecretFile {
  /** Overwrites its bytes, under whatever names they are. False: another name may still lead to them. */
  erase(): Promise<boolean>;
}

/**
 * Holds what is at the path now, so that it can be erased once another file has taken its name. Null: no file is there. A
 * link is none of ours, and what is larger than `mostBytes` is no such secret: neither is written to.
 */
export async function holdSecret(path: string, mostBytes: number): Promise<SecretFile | null> {
  const found = await lstatOrNull(path);
  if (found === null || !found.isFile()) return null;
  const handle = found.size > mostBytes ? null : await openedForWriting(path);
  return {
    async erase() {
      if (handle === null) return found.nlink === 1;
      try {
        await overwrite(handle);
        return true;
      } catch (error) {
        errnoOf(error); // a bug is thrown again; the disk may refuse
        return found.nlink === 1;
      } finally {
        await handle.close();
      }
    },
  };
}

/** Erases and removes it. As `erase`; throws when it cannot be removed. */
export async function eraseFile(path: string, mostBytes: number): Promise<boolean> {
  const secret = await holdSecret(path, mostBytes);
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

async function openedForWriting(path: string): Promise<FileHandle | null> {
  try {
    await chmod(path, OWNER_ONLY);
    return await open(path, WRITE);
  } catch (error) {
    errnoOf(error);
    return null;
  }
}

async function lstatOrNull(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    errnoOf(error);
    return null;
  }
}
