/** Paths: where one lies within a folder, where it really is, how its drive spells it, and names that every system can keep. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { realpathSync } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { errnoOf, unlessAbsent } from '../errno.ts';

/** With '/' between names; '' for the folder itself, null for a path outside it. Both are absolute and real. */
export function relativeWithin(outer: string, inner: string): string | null {
  const within = relative(outer, inner);
  const isOutside = within === '..' || within.startsWith(`..${sep}`) || isAbsolute(within);
  return isOutside ? null : slashed(within);
}

/** A path of this system with '/' between names. */
export function slashed(text: string): string {
  return text.split(sep).join('/');
}

/** True for the path itself too. */
export function isWithin(inner: string, above: string): boolean {
  return above === '' || inner === above || inner.startsWith(`${above}/`);
}

/** The same for any of several paths, however many there are. */
export function isWithinAny(inner: string, above: { has(path: string): boolean }): boolean {
  for (let at: string | null = inner; at !== null; at = parentOf(at))
    if (above.has(at)) return true;
  return false;
}

/** The directory above; null above the root of the folder, which is ''. */
export function parentOf(inner: string): string | null {
  if (inner === '') return null;
  const slash = inner.lastIndexOf('/');
  return slash === -1 ? '' : inner.slice(0, slash);
}

interface RealPathPorts<Told> {
  readonly platform?: NodeJS.Platform;
  readonly told?: (path: string) => Told;
}

/**
 * Where a path really is, without links and short names. Windows does not tell it on drives that a driver of their own makes
 * (memory, encrypted containers); there Node finds it from name to name. Throws the file system's errors.
 */
export function realPathNow(
  path: string,
  { platform = process.platform, told = realpathSync.native }: RealPathPorts<string> = {},
): string {
  try {
    return told(path);
  } catch (error) {
    return fromNameToName(path, platform, error);
  }
}

export async function realPath(
  path: string,
  { platform = process.platform, told = realpath }: RealPathPorts<Promise<string>> = {},
): Promise<string> {
  try {
    return await told(path);
  } catch (error) {
    return fromNameToName(path, platform, error);
  }
}

function fromNameToName(path: string, platform: NodeJS.Platform, error: unknown): string {
  errnoOf(error); // a bug is thrown again
  if (platform !== 'win32') throw error;
  return realpathSync(path);
}

/**
 * A drive that ignores case finds a file by other spellings too: with the names below `root` as their directories list
 * them; those that are not there, or cannot be listed, as given.
 */
export async function asListed(path: string, root: string): Promise<string> {
  let at = root;
  for (const name of relative(root, path).split(sep)) at = join(at, await listedName(at, name));
  return at;
}

async function listedName(directory: string, name: string): Promise<string> {
  try {
    const names = await readdir(directory);
    if (names.includes(name)) return name;
    const wanted = await lstat(join(directory, name), { bigint: true });
    for (const each of names) {
      if (each.toLowerCase() !== name.toLowerCase()) continue;
      const { dev, ino } = await lstat(join(directory, each), { bigint: true });
      if (dev === wanted.dev && ino === wanted.ino) return each;
    }
  } catch (error) {
    errnoOf(error); // a bug is thrown again
  }
  return name;
}

// Names of files that every system can keep, as near to a wished one as can be. Pure.

/**
 * Separators, drives, streams and wildcards; control characters, line ends, and characters that change direction or
 * hide letters.
 */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
/** Names that Windows reserves for devices, whatever follows their first dot. */
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$) *(\.|$)/i;
/** A longer suffix does not count as an extension. */
const LONGEST_ENDING_BYTES = 24;

export interface NameRules {
  /** What becomes of spaces and dots at the beginning. */
  readonly begin: (name: string) => string;
  /** Used when nothing is left of a name. */
  readonly nameless: string;
  readonly mostBytes: number;
}

/** A single component of a path: never empty, `.` or `..`. The same wish gives the same name. */
export function safeFileName(wished: string, { begin, nameless, mostBytes }: NameRules): string {
  const plain = begin(wished.toWellFormed().replaceAll(UNSAFE, '_'));
  const kept = plain.replace(/[.\s]+$/u, ''); // Windows drops these, which would change the name
  const named = /^_*$/.test(kept) ? nameless : kept;
  return fitName(DEVICE.test(named) ? `_${named}` : named, mostBytes);
}

/** The name with an addition before its extension; what is too long is cut there, between two characters. */
export function fitName(name: string, mostBytes: number, addition = ''): string {
  const point = name.lastIndexOf('.');
  const isEnding = point > 0 && Buffer.byteLength(name.slice(point)) <= LONGEST_ENDING_BYTES;
  const ending = isEnding ? name.slice(point) : '';
  const stem = name.slice(0, name.length - ending.length);
  return cut(stem, mostBytes - Buffer.byteLength(addition + ending)) + addition + ending;
}

function cut(stem: string, mostBytes: number): string {
  if (Buffer.byteLength(stem) <= mostBytes) return stem;
  let kept = '';
  let bytes = 0;
  for (const letter of stem) {
    bytes += Buffer.byteLength(letter);
    if (bytes > mostBytes) break;
    kept += letter;
  }
  return kept.replace(/[.\s]+$/u, '') || '_';
}

/** Whether the name is taken, even by a broken link. */
export async function isTaken(path: string): Promise<boolean> {
  return (await unlessAbsent(lstat(path))) !== null;
}
