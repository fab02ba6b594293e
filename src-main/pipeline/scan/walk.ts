/**
 * Walks through a folder, directory by directory, leaving out what the rules exclude. It follows no link, holds a few
 * directories at a time however large the tree is, and reports what it could not read instead of skipping it.
 *
 * Mounted drives inside the folder are entered: a file must not be missed because a disk was added. Each reading names
 * its device, so that an unmounted drive can be distinguished from an emptied one (`folder-drives.ts`).
 */
import type { DirectoryQuestion, DirectoryReading, FileTree } from './file-tree.ts';
import { SLOW_RULES } from '../../../src-shared/model/files/read-trouble.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { placeIn } from '../../platform/place.ts';
import type { Clock } from '../../platform/clock.ts';
import { rulesWith, type IgnoreRules } from './ignore-rules.ts';
import { makeRuleBudget, type RuleBudget } from './ignore-matcher.ts';
import { makeTimeLimit, type TimeLimit, TOO_LATE } from '../../platform/waiting.ts';

export interface SubDirectory {
  /** From the root of the folder. */
  readonly path: string;
  readonly identity: string;
}

export interface WalkStep {
  /** With '/' between folders; '' is the root. */
  readonly relativePath: string;
  /**
   * `unreadable` also with these: `EIGNORE`, its `.labsealignore` cannot be used, and `EENCODING:` where it cannot be read as text; `EMANYRULES`, that is one too many in
   * the folder; `ESLOWRULES:` with the ignore file that takes too long; `ELOOP`, it contains itself; `ENAMETOOLONG`,
   * deeper than 128 folders; `ETIMEDOUT`, no answer in ten minutes. Nothing below it is visited.
   */
  readonly reading: DirectoryReading;
  /** The rules for its direct entries. */
  readonly rules: IgnoreRules;
  /** The directories in it that the rules do not leave out. */
  readonly directories: readonly SubDirectory[];
}

export interface WalkStart {
  /** '' is the root. */
  readonly relativePath: string;
  /** Those above it: the walk reads its own `.labsealignore` itself. */
  readonly rules: IgnoreRules;
}

export interface WalkOptions {
  readonly tree: FileTree;
  /** The directories to start with, none within another. */
  readonly starts: readonly WalkStart[];
  /** Whether to enter a directory of this step. Called after the step was handled; by default all are entered. */
  readonly enters?: (step: WalkStep, directory: string) => boolean;
  /** Called before a directory is read, with its path: what is known of it, and what else is to be read. */
  readonly questionFor?: (
    relativePath: string,
  ) => Pick<DirectoryQuestion, 'settled' | 'fingerprints'>;
  /** Its own without it. */
  readonly budget?: RuleBudget;
  readonly clock: Clock;
}

/** Keeps four threads busy during the wait for a slow directory; also the number of readings in memory. */
const DIRECTORIES_AT_ONCE = 8;
const MAX_DEPTH = 128;
/** Long enough for a million files on a slow network drive; a dead one never answers. */
const DIRECTORY_LIMIT_MS = 10 * MINUTE_MS;
const NOTHING_KNOWN = { settled: null, fingerprints: null };

interface Place {
  readonly relativePath: string;
  readonly rules: IgnoreRules;
  readonly depth: number;
  /** Devices and inodes of the directories above. */
  readonly above: Chain | null;
}

interface Chain {
  readonly key: string;
  readonly above: Chain | null;
}

/**
 * Yields each directory once; a directory before those in it, otherwise in no particular order. `root` is absolute and
 * not a link. Abort rejects with `signal.reason`; leaving the loop stops the readings in progress.
 */
export async function* walk(
  root: string,
  options: WalkOptions,
  signal: AbortSignal,
): AsyncGenerator<WalkStep, void, void> {
  const leaving = new AbortController();
  const stop = AbortSignal.any([signal, leaving.signal]);
  const limit = makeTimeLimit(DIRECTORY_LIMIT_MS, options.clock, stop);
  const { starts, enters = () => true, budget = makeRuleBudget() } = options;
  // Last in, first out: only the siblings along one path wait, not a whole level of the tree.
  const waiting: Place[] = starts
    .map(({ relativePath, rules }) => {
      return { relativePath, rules, depth: depthOf(relativePath), above: null };
    })
    .toReversed();
  const completions = makeCompletionQueue<readonly [Place, WalkStep]>();
  try {
    while (waiting.length > 0 || completions.underWay() > 0) {
      while (completions.underWay() < DIRECTORIES_AT_ONCE) {
        const place = waiting.pop();
        if (place === undefined) break;
        completions.begin(async () => [
          place,
          await visit(root, place, { ...options, budget }, limit),
        ]);
      }
      const [place, step] = await completions.next();
      signal.throwIfAborted();
      yield step;
      // Read in the order in which they were told.
      for (const child of childrenOf(place, step).toReversed()) {
        if (enters(step, child.relativePath)) waiting.push(child);
      }
    }
  } finally {
    leaving.abort();
    await completions.ended();
  }
}

async function visit(
  root: string,
  place: Place,
  { tree, budget, questionFor }: WalkOptions & { readonly budget: RuleBudget },
  limit: TimeLimit,
): Promise<WalkStep> {
  const { relativePath, rules } = place;
  const ended = (reading: Exclude<DirectoryReading, { kind: 'read' }>): WalkStep => ({
    relativePath,
    reading,
    rules,
    directories: [],
  });
  const unreadable = (errno: string): WalkStep => ended({ kind: 'unreadable', errno });
  if (place.depth > MAX_DEPTH) return unreadable('ENAMETOOLONG');
  const matchingMs = budget.leftMs();
  const known = questionFor?.(relativePath) ?? NOTHING_KNOWN;
  const question = { relativePath, rules, matchingMs, ...known };
  const reading = await limit.during((stop) =>
    tree.readDirectory(placeIn(root, relativePath), stop, question),
  );
  if (reading === TOO_LATE) return unreadable('ETIMEDOUT');
  if (reading.kind === 'unreadable' && reading.errno.startsWith(SLOW_RULES)) {
    return unreadable(budget.runOut(reading.errno.slice(SLOW_RULES.length), matchingMs));
  }
  if (reading.kind !== 'read') return ended(reading);
  if (isAbove(keyOf(reading), place.above)) return unreadable('ELOOP');
  const { ignoreFile } = reading;
  const here = ignoreFile === null ? rules : rulesWith(rules, ignoreFile);
  const refusal = budget.spend(relativePath, reading, here);
  if (refusal !== null) return unreadable(refusal);
  const directories = directoriesIn(relativePath, reading);
  return { relativePath, reading, rules: here, directories };
}

function directoriesIn(
  relativePath: string,
  { entries }: Extract<DirectoryReading, { kind: 'read' }>,
): readonly SubDirectory[] {
  return entries
    .directories()
    .filter(({ rule }) => rule === undefined)
    .map(({ name, identity }) => ({ path: within(relativePath, name), identity }));
}

function depthOf(relativePath: string): number {
  return relativePath === '' ? 0 : relativePath.split('/').length;
}

function within(relativePath: string, name: string): string {
  return relativePath === '' ? name : `${relativePath}/${name}`;
}

function keyOf({ dev, ino }: { readonly dev: string; readonly ino: string }): string {
  return `${dev}:${ino}`;
}

function isAbove(key: string, above: Chain | null): boolean {
  for (let link = above; link !== null; link = link.above) if (link.key === key) return true;
  return false;
}

function childrenOf(place: Place, { reading, rules, directories }: WalkStep): readonly Place[] {
  if (reading.kind !== 'read') return [];
  const above: Chain = { key: keyOf(reading), above: place.above };
  const depth = place.depth + 1;
  return directories.map(({ path }) => ({ relativePath: path, rules, depth, above }));
}

type End<Value> = { readonly value: Value } | { readonly error: unknown };

/** Runs work concurrently and hands over the results one by one, in the order of completion. */
function makeCompletionQueue<Value>() {
  const running = new Set<Promise<void>>();
  const ends: End<Value>[] = [];
  let wake: (() => void) | null = null;
  let unseen = 0;

  async function run(work: () => Promise<Value>): Promise<void> {
    try {
      ends.push({ value: await work() });
    } catch (error) {
      ends.push({ error });
    }
    wake?.();
  }

  return {
    begin(work: () => Promise<Value>) {
      unseen += 1;
      const begun = run(work).finally(() => running.delete(begun));
      running.add(begun);
    },
    /** How many have begun and were not handed over yet. */
    underWay: () => unseen,
    /** The next completed result; rejects when its work did. Only one caller at a time. */
    async next() {
      if (ends.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const end = ends.shift();
      if (end === undefined) throw new Error('nothing was begun');
      unseen -= 1;
      if ('error' in end) throw end.error;
      return end.value;
    },
    /** Resolves when nothing runs any more, whether it succeeded or failed. */
    async ended() {
      await Promise.all(running);
    },
  };
}
