/**
 * The unfinished file of a download, in its target folder. Only its owner may read it, nothing is ever written through
 * a link, and it gets its final name only if that name is free.
 */
import { constants } from 'node:fs';
import { access, type FileHandle, link, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../../platform/errno.ts';
import { renameWhenFree, syncFolder } from '../../../platform/disk/private-files.ts';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import {
  fitName,
  isTaken,
  type NameRules,
  realPath,
  relativeWithin,
  safeFileName,
} from '../../../platform/disk/paths.ts';

const OWNER_ONLY = 0o600;
const NO_LINK = constants.O_NOFOLLOW ?? 0; // Windows has no such flag; links need a privilege there

export type PartialFile = ReturnType<typeof partialOf>;

/** Creates a new one. Rejects with the file system's error, also when the name is taken. */
export async function makePartial(place: string): Promise<PartialFile> {
  return partialOf(await open(place, 'wx', OWNER_ONLY), 0);
}

/** Opens the file that an earlier run left; null when there is no regular file of ours any more. */
export async function openPartial(place: string): Promise<PartialFile | null> {
  let handle: FileHandle;
  try {
    handle = await open(place, constants.O_RDWR | NO_LINK);
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'EISDIR'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
  const found = await handle.stat();
  if (found.isFile() && found.nlink === 1) return partialOf(handle, found.size);
  await handle.close(); // it has a second name: writing would change someone else's file
  return null;
}

/** Gives the finished file its name unless that is taken; false then. Never replaces anything. */
export async function giveName(partial: string, final: string): Promise<boolean> {
  try {
    await link(partial, final);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!NO_LINKS_HERE.has(code)) throw error;
    return giveNameByReserving(partial, final);
  }
  await rm(partial);
  await syncFolder(path.dirname(final));
  return true;
}

/** File systems of USB sticks and some network drives have no hard links. */
const NO_LINKS_HERE: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** An empty file of ours reserves the name first, and is the only thing that is replaced. */
export async function giveNameByReserving(partial: string, final: string): Promise<boolean> {
  try {
    await (await open(final, 'wx', OWNER_ONLY)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await renameWhenFree(partial, final);
  await syncFolder(path.dirname(final));
  return true;
}

function partialOf(handle: FileHandle, startBytes: number) {
  let sizeBytes = startBytes;
  return {
    sizeBytes: (): number => sizeBytes,
    async append(piece: Uint8Array): Promise<void> {
      for (let done = 0; done < piece.length;) {
        const { bytesWritten } = await handle.write(piece, done, piece.length - done, sizeBytes);
        done += bytesWritten;
        sizeBytes += bytesWritten;
      }
    },
    /** Discards its contents. */
    async empty(): Promise<void> {
      await handle.truncate(0);
      sizeBytes = 0;
    },
    /** Waits until everything is on the disk. */
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

// The target of a download: the folder, whether it may be written to, its free space, and a safe name for the
// file.

const MOST_NUMBERS = 10_000;
/** Of every supported file system. */
export const LONGEST_NAME_BYTES = 255;

/** The folder's real path. `ownFolder`: Labseal's data folder, where nothing else is saved. */
export async function evaluateFolder(
  asked: string,
  ownFolder: string,
): Promise<Result<string, CoreFault>> {
  const written = path.resolve(asked);
  try {
    const real = await realPath(written);
    if (!(await stat(real)).isDirectory()) return fail(noFolder(written));
    if (relativeWithin(await realPath(ownFolder), real) !== null) {
      return fail({ kind: 'cannot-write', path: real, why: 'own-data', errno: null });
    }
    await access(real, constants.W_OK | constants.X_OK);
    return ok(real);
  } catch (error) {
    const code = codeOf(error) ?? 'UNKNOWN';
    if (code === 'ENOENT') return fail({ kind: 'no-such-folder', path: written });
    if (code === 'ENOTDIR') return fail(noFolder(written));
    return fail({ kind: 'cannot-write', path: written, why: 'system', errno: code });
  }
}

function noFolder(written: string): CoreFault {
  return { kind: 'cannot-write', path: written, why: 'not-a-folder', errno: null };
}

/** The first free name of "name", "name (2)", "name (3)" … */
export async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 1; number <= MOST_NUMBERS; number += 1) {
    const candidate = number === 1 ? name : fitName(name, LONGEST_NAME_BYTES, ` (${number})`);
    if (!(await isTaken(path.join(folder, candidate)))) return candidate;
  }
  throw new Error('ten thousand files of one name');
}

/** A name that begins with a dot is hidden, and could be a program's settings. */
const DOWNLOADS: NameRules = {
  begin: (name) =>
    name.replace(/^\s+/u, '').replace(/^\.+/u, (points) => '_'.repeat(points.length)),
  nameless: 'download',
  mostBytes: LONGEST_NAME_BYTES,
};

/** The name under which a download is saved: a service may use any name. */
export function downloadName(name: string): string {
  return safeFileName(name, DOWNLOADS);
}
