/** The target of a download: the folder, whether it may be written to, its free space, and a safe name for the file. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { isTaken } from '../../../platform/is-taken.ts';
import { codeOf } from '../../../platform/errno.ts';
import { fitName, type NameRules, safeFileName } from '../../../platform/disk/file-name.ts';
import { realPath } from '../../../platform/disk/real-path.ts';
import { relativeWithin } from '../../../platform/disk/relative-within.ts';

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
