/**
 * Which patterns apply in a directory: built-in ones, the folder's own settings, and `.labsealignore` files in gitignore
 * syntax, where a deeper file wins. Plain data, which threads are given; they alone match (`ignore-matcher.ts`). A rule
 * that cannot be used is an error and never dropped: the person wanted to keep something from being sent.
 */
import { hash } from 'node:crypto';
import type { IgnoreProblem } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { DEFAULT_IGNORES } from './default-ignores.ts';
import { isUtf8 } from 'node:buffer';
import type { TextEncodingName } from '../../../src-shared/model/files/read-trouble.ts';

/** The patterns of one `.labsealignore`. */
export interface IgnoreFile {
  /** From the root of the folder; '' for the root. */
  readonly folder: string;
  readonly patterns: readonly string[];
  /** How long matching takes, in plain patterns. */
  readonly cost: number;
}

export interface IgnoreRules {
  /** The same for the same rules. */
  readonly digest: string;
  /** The folder's own patterns. Null: nothing is left out, and no `.labsealignore` counts. */
  readonly globs: readonly string[] | null;
  /** From the root down. */
  readonly files: readonly IgnoreFile[];
}

/** Longer than any path that a pattern could describe. */
const MAX_PATTERN_LENGTH = 4_096;
const MAX_PATTERNS = 1_000;
/** Each `**` multiplies the work by the depth of the path; with two, the worst pattern takes 3 ms at 128 folders. */
const MAX_DOUBLE_STARS = 2;
/**
 * The costs of all patterns of `.labsealignore` files that a path is matched against: those of its directory and of
 * those above. Deeper files add to it, so limits on single files would not end a hostile tree's work.
 */
const MAX_COST = 2_000;

export const NOTHING_LEFT_OUT: IgnoreRules = { digest: '', globs: null, files: [] };

/** The built-in rules and the folder's own globs, one pattern each. */
export function makeIgnoreRules(globs: readonly string[]): Result<IgnoreRules, IgnoreProblem> {
  const problem = problemOf(globs); // their cost is bounded by the person who wrote them
  if (problem !== null) return fail(problem);
  const builtIn = DEFAULT_IGNORES.map(({ pattern }) => pattern);
  return ok({ digest: digestOf([builtIn, globs]), globs, files: [] });
}

/** The patterns of a file with this text, as `decodeIgnoreFile` gives it, in `folder`, if they can be used beside those above. */
export function readPatterns(
  above: IgnoreRules,
  folder: string,
  text: string,
): Result<IgnoreFile, IgnoreProblem> {
  const lines = text.split('\n');
  const problem = problemOf(lines, MAX_COST - totalCost(above.files));
  if (problem !== null) return fail(problem);
  const patterns = lines.filter(isPattern);
  return ok({ folder, patterns, cost: patterns.reduce((sum, line) => sum + costOf(line), 0) });
}

/** These rules and those of the file, which win. */
export function rulesWith(above: IgnoreRules, file: IgnoreFile): IgnoreRules {
  const digest = digestOf([above.digest, file.folder, file.patterns]);
  return { digest, globs: above.globs, files: [...above.files, file] };
}

/** The file whose patterns take longest, the deepest of several; null without any. */
export function costliestFile({ files }: IgnoreRules): IgnoreFile | null {
  return files.reduce<IgnoreFile | null>(
    (most, file) => (most === null || file.cost >= most.cost ? file : most),
    null,
  );
}

function digestOf(texts: unknown): string {
  return hash('sha256', JSON.stringify(texts), 'base64');
}

function isPattern(line: string): boolean {
  return line.trim() !== '' && !line.startsWith('#');
}

function totalCost(files: readonly IgnoreFile[]): number {
  return files.reduce((sum, { cost }) => sum + cost, 0);
}

function problemOf(lines: readonly string[], costLeft = Infinity): IgnoreProblem | null {
  let [patterns, cost] = [0, 0];
  for (const [index, line] of lines.entries()) {
    if (!isPattern(line)) continue;
    patterns += 1;
    cost += costOf(line);
    const why = flawOf(line, patterns) ?? (cost > costLeft ? 'too-costly' : null);
    if (why !== null) return { line: index + 1, pattern: line.slice(0, MAX_PATTERN_LENGTH), why };
  }
  return null;
}

function flawOf(pattern: string, patterns: number): IgnoreProblem['why'] | null {
  if (patterns > MAX_PATTERNS) return 'too-many-patterns';
  if (pattern.length > MAX_PATTERN_LENGTH) return 'too-long';
  const doubleStars = pattern.match(/\*{2,}/g)?.length ?? 0;
  return doubleStars > MAX_DOUBLE_STARS ? 'too-many-double-stars' : null;
}

/** In plain patterns (measured on paths of 128 folders). At an end `**` costs nothing. */
function costOf(pattern: string): number {
  const middle = pattern.replace(/\/\*\*\/?$/, '');
  const doubleStars = middle.match(/\*{2,}/g)?.length ?? 0;
  if (doubleStars === 0 || (doubleStars === 1 && /^!?\/?\*\*\//.test(middle))) return 1;
  return doubleStars === 1 ? 10 : 100;
}

/** What no text has in it: control characters other than tabs and the ends of lines. */
// oxlint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000B\u000E-\u001F]/;

/**
 * The text of an ignore file in whatever encoding a person's editor wrote it. What is not certain is refused: a pattern
 * that is read as another one would let a file be sent that its owner meant to hold back. Without a mark, and with LF
 * alone at the ends of its lines. A failure is the encoding that it seems to be in.
 */
export function decodeIgnoreFile(bytes: Buffer): Result<string, TextEncodingName> {
  const text = decoded(bytes);
  if (!text.ok) return text;
  if (NO_TEXT.test(text.value)) return fail('binary');
  const unmarked = text.value.replace(/^\uFEFF/, '');
  // With LF in it, a CR alone belongs to a name, as in the icon of a folder on macOS.
  return ok(unmarked.replaceAll(unmarked.includes('\n') ? /\r\n/g : /\r/g, '\n'));
}

function decoded(bytes: Buffer): Result<string, TextEncodingName> {
  const mark = bytes.toString('hex', 0, 4);
  if (mark === 'fffe0000' || mark === '0000feff') return fail('UTF-32');
  if (mark.startsWith('fffe')) return utf16(bytes, 'utf-16le');
  if (mark.startsWith('feff')) return utf16(bytes, 'utf-16be');
  if (bytes.includes(0)) return unmarkedUtf16(bytes);
  if (isUtf8(bytes)) return ok(bytes.toString('utf8'));
  const text = bytes.toString('latin1');
  // In a comment nothing depends on it.
  const isCertain = text.split(/[\r\n]/).every((line) => line.startsWith('#') || isPlain(line));
  return isCertain ? ok(text) : fail('Latin-1');
}

function isPlain(line: string): boolean {
  return Buffer.from(line, 'latin1').every((byte) => byte < 0x80);
}

function utf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): Result<string, TextEncodingName> {
  try {
    return ok(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return fail('UTF-16'); // half a character
  }
}

/** Plain characters have a zero beside them, by which the order of the bytes is known. */
function unmarkedUtf16(bytes: Buffer): Result<string, TextEncodingName> {
  const texts = (['utf-16le', 'utf-16be'] as const).flatMap((encoding) => {
    const text = utf16(bytes, encoding);
    return text.ok && !NO_TEXT.test(text.value) ? [text] : [];
  });
  const plain = texts.filter(({ value }) => /[\r\n*./]/.test(value));
  return plain.length === 1 && plain[0] !== undefined ? plain[0] : fail('binary');
}
