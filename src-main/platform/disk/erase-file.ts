/** Erases the bytes of a private file, so that no other name of it, a hard link or a mount, leads to them any more. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, link, lstat, open, rm, type FileHandle } from 'node:fs/promises';
import { errnoOf } from '../errno.ts';

/** What is larger is no token and no such file of ours, and is not written to. */
const MOST_BYTES = 65_536;
const OWNER_ONLY = 0o600;
const WRITE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

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
  if (found.size > MOST_BYTES) return { erase: async () => isOnlyName, release: async () => {} };
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
