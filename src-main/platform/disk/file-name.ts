/** Names of files that every system can keep, as near to a wished one as can be. Pure. */
import { lstat } from 'node:fs/promises';
import { unlessAbsent } from '../errno.ts';

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
