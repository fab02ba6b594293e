/** The folder a download is for: where it really is, what may be written there, and how much room it has. */
import { constants } from 'node:fs';
import { access, realpath, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { numberedName } from './file-name.ts';
import { isTaken } from './partial-file.ts';

const MOST_NUMBERS = 10_000;

/** The folder's own path, links resolved. `ownFolder`: Labseal's data, where nothing else is put. */
export async function judgeFolder(
  asked: string,
  ownFolder: string,
): Promise<Result<string, CoreFault>> {
  const written = path.resolve(asked);
  try {
    const real = await realpath(written);
    if (!(await stat(real)).isDirectory()) return fail(noFolder(written));
    if (isInside(real, await realpath(ownFolder))) {
      return fail({ kind: 'cannot-write', path: real, why: 'own-data', errno: null });
    }
    await access(real, constants.W_OK | constants.X_OK);
    return ok(real);
  } catch (error) {
    const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return fail({ kind: 'no-such-folder', path: written });
    if (code === 'ENOTDIR') return fail(noFolder(written));
    return fail({ kind: 'cannot-write', path: written, why: 'system', errno: code });
  }
}

function noFolder(written: string): CoreFault {
  return { kind: 'cannot-write', path: written, why: 'not-a-folder', errno: null };
}

/** The first of "name", "name (2)", "name (3)" … at which nothing stands. */
export async function freeName(folder: string, name: string): Promise<string> {
  for (let number = 1; number <= MOST_NUMBERS; number += 1) {
    const candidate = numberedName(name, number);
    if (!(await isTaken(path.join(folder, candidate)))) return candidate;
  }
  throw new Error('ten thousand files of one name');
}

/** What this person may still write on the disk of the folder. */
export async function roomBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function isInside(folder: string, other: string): boolean {
  const way = path.relative(other, folder);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
}
