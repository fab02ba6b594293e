/** The target of a download: the folder, whether it may be written to, its free space, and a safe name for the file. */
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { isTaken } from './partial-file.ts';
import { codeOf } from '../../../platform/errno.ts';
import { realPath } from '../../../platform/real-path.ts';

const MOST_NUMBERS = 10_000;

/** The folder's real path. `ownFolder`: Labseal's data folder, where nothing else is saved. */
export async function evaluateFolder(
  asked: string,
  ownFolder: string,
): Promise<Result<string, CoreFault>> {
  const written = path.resolve(asked);
  try {
    const real = await realPath(written);
    if (!(await stat(real)).isDirectory()) return fail(noFolder(written));
    if (isInside(real, await realPath(ownFolder))) {
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
    const candidate = numberedName(name, number);
    if (!(await isTaken(path.join(folder, candidate)))) return candidate;
  }
  throw new Error('ten thousand files of one name');
}

/** The space on the folder's disk that this user may still fill. */
export async function roomBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function isInside(folder: string, other: string): boolean {
  const way = path.relative(other, folder);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
}

/** Maximum bytes of a name on every supported file system. */
const MOST_BYTES = 255;
/** A longer suffix does not count as an extension. */
const LONGEST_ENDING = 24;
/** Used when nothing is left of a name. */
const NAMELESS = 'download';

/**
 * Separators, drives, streams and wildcards; control characters, line ends, and characters that change direction or
 * hide letters.
 */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Names that Windows reserves for devices, whatever follows their first dot. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$) *(\.|$)/i;

/**
 * The name under which a download is saved. A service may use any name. The result is a single path component on every
 * system, never empty or hidden, not executed automatically, and short enough. The same name gives the same result.
 */
export function safeFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(UNSAFE, '_')
    .replace(/^\s+/u, '')
    .replace(/^\.+/u, (points) => '_'.repeat(points.length)) // a hidden file could be a program's settings
    .replace(/[.\s]+$/u, ''); // Windows drops these, which would change the name
  const named = plain === '' || /^_+$/.test(plain) ? NAMELESS : plain;
  return fitted(DEVICE.test(named) ? `_${named}` : named, '');
}

/** The `number`th variant of this name: 1 is the name itself, 2 is "name (2).ext". */
export function numberedName(name: string, number: number): string {
  return number === 1 ? name : fitted(name, ` (${number})`);
}

/** The name with a remark before its extension. */
export function remarkedName(name: string, remark: string): string {
  return fitted(name, ` (${remark})`);
}

function fitted(name: string, addition: string): string {
  const point = name.lastIndexOf('.');
  const ending = point > 0 && name.length - point <= LONGEST_ENDING ? name.slice(point) : '';
  const room = MOST_BYTES - Buffer.byteLength(addition + ending);
  let stem = '';
  let bytes = 0;
  for (const letter of name.slice(0, name.length - ending.length)) {
    bytes += Buffer.byteLength(letter);
    if (bytes > room) break;
    stem += letter;
  }
  return stem.replace(/[.\s]+$/u, '') + addition + ending;
}
