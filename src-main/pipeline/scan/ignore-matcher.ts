/**
 * Matches paths against the rules. Works on texts, never on a disk. Hostile patterns take long, so only threads that may
 * block use it.
 */
import ignore, { type Ignore, type PatternParams } from 'ignore';
import { DEFAULT_IGNORES, IGNORE_FILE_NAME, mayBeBuiltIn } from './default-ignores.ts';
import { type IgnoreRules, costliestFile } from './ignore-rules.ts';
import { BUILT_IN } from '../../../src-shared/model/folders/folder-rules.ts';
import { SLOW_RULES } from '../../../src-shared/model/files/read-trouble.ts';
import type { DirectoryReading } from './file-tree.ts';

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
    ...DEFAULT_IGNORES.map(({ pattern }) => marked('', pattern, BUILT_IN)),
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

export type RuleBudget = ReturnType<typeof makeRuleBudget>;

/** In plain patterns: ten thousand folders with ten patterns each. */
const MAX_COST = 100_000;
/** A thousand plain patterns take a quarter of this for each path. */
const MS_PER_ENTRY = 0.5;
/** Before many entries are known: compiling counts too. */
const GRACE_MS = 5_000;

/**
 * What the `.labsealignore` files of one watched folder may cost together: patterns, which are kept in memory, and time
 * for matching. Limits along each path would not end a tree's work that has many paths. For one folder, from a full
 * scan to the next.
 */
export function makeRuleBudget() {
  const costs = new Map<string, number>();
  const matchedMs = new Map<string, number>();
  let [cost, spentMs, entries] = [0, 0, 0];

  function charge(ignoreFile: string, ms: number): void {
    spentMs += ms;
    matchedMs.set(ignoreFile, (matchedMs.get(ignoreFile) ?? 0) + ms);
  }

  return {
    /** How much time of a processor is left for matching. */
    leftMs: () => GRACE_MS + entries * MS_PER_ENTRY - spentMs,
    /** Takes in a reading. Returns the code with which its directory is closed, null when it fits. */
    spend(
      relativePath: string,
      reading: Extract<DirectoryReading, { kind: 'read' }>,
      rules: IgnoreRules,
    ): string | null {
      entries += reading.entries.size;
      const costliest = costliestFile(rules);
      if (costliest !== null) charge(ignoreFileIn(costliest.folder), reading.matchedMs);
      const before = costs.get(relativePath) ?? 0;
      const now = reading.ignoreFile?.cost ?? 0;
      if (now > before && cost - before + now > MAX_COST) return 'EMANYRULES';
      cost += now - before;
      if (now === 0) costs.delete(relativePath);
      else costs.set(relativePath, now);
      return null;
    },
    /** The same for a reading that ran out of this time over this ignore file. */
    runOut(ignoreFile: string, matchingMs: number) {
      charge(ignoreFile, Math.max(0, matchingMs));
      const slowest = [...matchedMs].toSorted(([, one], [, other]) => other - one)[0];
      return `${SLOW_RULES}${slowest?.[0] ?? ignoreFile}`;
    },
  };
}
