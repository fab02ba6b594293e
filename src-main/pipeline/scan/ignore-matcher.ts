/**
 * Matches paths against the rules. Works on texts, never on a disk. Hostile patterns take long, so only threads that may
 * block use it.
 */
import ignore, { type Ignore, type PatternParams } from 'ignore';
import { DEFAULT_IGNORES, IGNORE_FILE_NAME, mayBeBuiltIn } from './default-ignores.ts';
import type { IgnoreRules } from './ignore-rules.ts';

/**
 * Returns the location and text of the rule that leaves out a path, as in `raw/.labsealignore: *.log`; null when none
 * does. `relativePath` is taken literally, with '/' between folders, whatever characters its names hold. A path inside
 * an ignored folder is ignored with it. The root, '', never is.
 */
export type IgnoreMatcher = (relativePath: string, isDirectory: boolean) => string | null;

/** The package caches every path it was asked about; a million of them would fill the memory. */
const MAX_REMEMBERED_PATHS = 10_000;
/** Directories that are read in turn follow a few sets of rules. */
const MAX_MATCHERS = 8;

export function makeIgnoreMatcher({ globs, files }: IgnoreRules): IgnoreMatcher {
  if (globs === null) return () => null;
  // The same tree must give the same answer on every computer, so case matters everywhere, as in git on Linux.
  const compiled = ignore({ ignorecase: false }).add([
    ...DEFAULT_IGNORES.map(({ pattern }) => marked('', pattern, 'built-in')),
    ...globs.map((glob) => marked('', glob, 'folder settings')),
    ...files.flatMap(({ folder, patterns }) =>
      patterns.map((line) => marked(folder, line, ignoreFileIn(folder))),
    ),
  ]);
  const isBuiltInOnly = globs.length === 0 && files.length === 0;
  let matcher: Ignore = compiled;
  let asked = 0;

  return (relativePath, isDirectory) => {
    if (relativePath === '') return null;
    const path = sameSpelling(relativePath);
    if (isBuiltInOnly && !path.split('/').some(mayBeBuiltIn)) return null;
    asked += 1;
    if (asked % MAX_REMEMBERED_PATHS === 0) matcher = ignore({ ignorecase: false }).add(compiled);
    const { ignored, rule } = matcher.test(isDirectory ? `${path}/` : path);
    return ignored ? (rule?.mark ?? '') : null;
  };
}

/** Keeps the matchers of the last rules. */
export function makeMatchers(): (rules: IgnoreRules) => IgnoreMatcher {
  const matchers = new Map<string, IgnoreMatcher>();
  return (rules) => {
    const matcher = matchers.get(rules.digest) ?? makeIgnoreMatcher(rules);
    matchers.delete(rules.digest); // the oldest goes first
    matchers.set(rules.digest, matcher);
    for (const digest of matchers.keys()) {
      if (matchers.size <= MAX_MATCHERS) break;
      matchers.delete(digest);
    }
    return matcher;
  };
}

/** Relative to the root. */
export function ignoreFileIn(folder: string): string {
  return folder === '' ? IGNORE_FILE_NAME : `${folder}/${IGNORE_FILE_NAME}`;
}

/** An é may be one character or two, which look the same: a rule matches both. */
function sameSpelling(text: string): string {
  return text.normalize('NFC');
}

function marked(folder: string, pattern: string, origin: string): PatternParams {
  return { pattern: sameSpelling(rebased(folder, pattern)), mark: `${origin}: ${pattern}` };
}

/**
 * The same rule, written for the root. All rules then form one list, in git's order: the last match wins. One matcher
 * per folder would not work: what one of them excludes, another could not include again.
 */
function rebased(folder: string, pattern: string): string {
  if (folder === '') return pattern;
  const isNegative = pattern.startsWith('!');
  const body = isNegative ? pattern.slice(1) : pattern;
  const isAnchored = body.replace(/\/[ \t]*$/, '').includes('/');
  const place = isAnchored ? body.replace(/^\//, '') : `**/${body}`;
  return `${isNegative ? '!' : ''}/${escaped(folder)}/${place}`;
}

/** A folder's name is no pattern, even if it looks like one. */
function escaped(folder: string): string {
  return folder.replace(/[\\*?[\]!# ]/g, '\\$&');
}
