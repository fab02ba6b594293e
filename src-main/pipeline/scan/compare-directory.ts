/**
 * Compares a directory's listing with its rows, a few hundred in one transaction. What cannot be read is reported,
 * never taken for missing.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { makeBaselineCheck } from './baseline-files.ts';
import type { PrefetchedHashes, SubDirectory, WalkStep } from './walk.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { isWithin, parentOf } from '../../platform/relative-within.ts';
import type { DiskFact } from '../decide/plan-path.ts';
import type { DirectoryEntry, Listing } from './file-tree.ts';

export interface ComparePorts {
  readonly clock: Clock;
  readonly state: State;
  readonly transitions: FileTransitions;
}

interface Comparison {
  readonly folder: Folder;
  readonly relativePath: string;
  readonly rules: IgnoreRules;
  readonly entries: Listing;
  /** The digest to keep when nothing is left to do. */
  readonly listing: string;
  readonly readings: PrefetchedHashes;
}

/** Kept between two steps: any other module that moves a row removes it. */
const UNDER_WAY = 'under way';

/** Some 10 ms of work when all are new; other work runs in between. */
const LOOKS_AT_ONCE = 250;

/**
 * Returns how many files the directory holds. A directory whose listing has not changed since nothing was left to do in
 * it is skipped. Abort rejects with `signal.reason` and keeps what was done.
 */
export async function compareDirectory(
  folder: Folder,
  { relativePath, rules, readings }: WalkStep,
  entries: Listing,
  ports: ComparePorts,
  signal: AbortSignal,
): Promise<number> {
  const { state, clock } = ports;
  const files = entries.size - entries.directories().length;
  const listing = `${entries.digest} ${rules.digest} ${folder.onlyNew ? 'only new' : 'all'}`;
  if (state.settledDirectories.of(folder.id, relativePath) === listing) return files;
  const looks = looksAt({ folder, relativePath, rules, entries, listing, readings }, ports);
  while (state.repeatable(() => looks.next().done !== true)) {
    await clock.sleep(0, signal);
    if (state.folders.get(folder.id) === null) break;
  }
  return files;
}

/** Each step makes some of the checks, and needs its own transaction. */
function* looksAt(
  { folder, relativePath, rules, entries, listing, readings }: Comparison,
  { state, transitions }: ComparePorts,
): Generator<undefined, void> {
  const directoryId = state.files.directory(folder.id, relativePath);
  const at = { folder, directoryId, directoryPath: relativePath };
  const earlier = makeBaselineCheck(folder, directoryId, state);
  let page = state.files.inDirectory(directoryId, '', LOOKS_AT_ONCE);
  // Between two steps others may move rows, so each step reads its rows again.
  const isOneStep = entries.size < LOOKS_AT_ONCE && page.length < LOOKS_AT_ONCE;
  const rows = new Map(isOneStep ? page.map((row) => [row.name, row]) : []);
  const present = new Set<string>();
  let isSettled = true;

  function* pause(): Generator<undefined, void> {
    state.settledDirectories.keep(directoryId, UNDER_WAY);
    yield;
    isSettled &&= state.settledDirectories.of(folder.id, relativePath) === UNDER_WAY;
  }

  for (const entry of entries) {
    if (entry.kind === 'directory') continue;
    const { name } = entry;
    const known = isOneStep ? rows.get(name) : state.files.named(directoryId, name);
    const row = present.has(name) ? null : (known ?? null); // two names that are spelled the same
    present.add(name);
    const path = relativePath === '' ? name : `${relativePath}/${name}`;
    const reading = readings.get(name);
    // Files that were hashed beforehand have passed these rules already.
    const rule = reading === undefined ? rules.matches(path, false).rule : null;
    const isFile = rule === null && entry.kind === 'file';
    const ignoredBy = isFile ? earlier(name, entry.identity, row) : rule;
    const disk = diskFactOf(entry);
    const isDone = transitions.look({ ...at, name, disk, ignoredBy, row, reading });
    isSettled &&= isDone;
    if (present.size % LOOKS_AT_ONCE === 0) yield* pause();
  }
  if (!isOneStep) page = state.files.inDirectory(directoryId, '', LOOKS_AT_ONCE);
  for (;;) {
    for (const row of page) {
      if (present.has(row.name)) continue;
      transitions.look({ ...at, name: row.name, disk: { kind: 'absent' }, ignoredBy: null, row });
    }
    const last = page.at(-1);
    if (page.length < LOOKS_AT_ONCE || last === undefined) break;
    yield* pause();
    page = state.files.inDirectory(directoryId, last.name, LOOKS_AT_ONCE);
  }
  if (isSettled) state.settledDirectories.keep(directoryId, listing);
}

function diskFactOf(entry: Exclude<DirectoryEntry, { kind: 'directory' }>): DiskFact {
  switch (entry.kind) {
    case 'file':
      return { kind: 'file', identity: entry.identity };
    case 'unreadable':
      return { kind: 'unreadable', errno: entry.errno };
    case 'symlink':
    case 'special':
    case 'unusable-name':
      return { kind: 'not-a-file', what: entry.kind };
    default:
      return assertNever(entry);
  }
}

/** A directory that cannot be read: its files are left as they are, but a person can see why nothing happens. */
export function restDirectory(
  folder: Folder,
  path: string,
  errno: string,
  { state, transitions }: ComparePorts,
): void {
  const within = state.files.directories(folder.id).filter((each) => isWithin(each.path, path));
  state.repeatable(() => {
    for (const row of within.flatMap(({ id }) => state.files.inDirectory(id))) {
      const { directoryId, directoryPath, name } = row;
      const disk = { kind: 'unreadable', errno } as const;
      transitions.look({ folder, directoryId, directoryPath, name, disk, ignoredBy: null, row });
    }
  });
}

/** A known directory that a scan did not visit: it is gone, or a rule (from above) now leaves it out. */
export function leaveDirectory(
  folder: Folder,
  { id, path }: { readonly id: number; readonly path: string },
  rules: IgnoreRules,
  { state, transitions }: ComparePorts,
): void {
  const { rule } = rules.matches(path, true);
  state.repeatable(() => {
    for (const row of state.files.inDirectory(id)) {
      const at = { folder, directoryId: id, directoryPath: path, name: row.name, row };
      if (rule === null) transitions.look({ ...at, disk: { kind: 'absent' }, ignoredBy: null });
      else transitions.setAside(row, rule);
    }
  });
}

/** Paths. */
interface Changed {
  readonly gone: readonly string[];
  /** Other directories have replaced them. */
  readonly replaced: readonly string[];
}

/**
 * What a run knows of the directories of one folder: which it has read, their subdirectories and the rules that apply.
 * In memory alone: a run begins with a full scan, which fills it.
 */
export interface KnownDirectories {
  /** True when it was read and has not been left since. */
  has(path: string): boolean;
  /** Stores the subdirectories found by a reading, and reports what happened to the earlier ones. */
  see(path: string, directories: readonly SubDirectory[]): Changed;
  /** Forgets it and all below it. */
  leave(path: string): void;
  /**
   * Stores the rules of a directory with its own ignore file. `version` distinguishes states of that file; null: there
   * is none. Returns whether the rules changed for a directory that was known.
   */
  keepRules(path: string, version: string | null, rules: IgnoreRules): boolean;
  /** The rules that a directory inherits from above; its own ignore file is not included. */
  rulesAbove(path: string): IgnoreRules;
}

interface OwnRules {
  readonly version: string;
  readonly rules: IgnoreRules;
}

/** `base`: the rules at the root without an ignore file. */
export function makeKnownDirectories(base: IgnoreRules): KnownDirectories {
  const directoriesIn = new Map<string, readonly SubDirectory[]>();
  const ownRules = new Map<string, OwnRules>();

  return {
    has: (path) => directoriesIn.has(path),
    see(path, directories) {
      const before = directoriesIn.get(path) ?? [];
      directoriesIn.set(path, directories);
      const now = new Map(directories.map((each) => [each.path, each.identity]));
      const isReplaced = ({ path: at, identity }: SubDirectory) =>
        now.has(at) && now.get(at) !== identity;
      return {
        gone: before.filter((each) => !now.has(each.path)).map((each) => each.path),
        replaced: before.filter(isReplaced).map((each) => each.path),
      };
    },
    leave(path) {
      const leaving = [path];
      for (let next = leaving.pop(); next !== undefined; next = leaving.pop()) {
        leaving.push(...(directoriesIn.get(next) ?? []).map((each) => each.path));
        directoriesIn.delete(next);
        ownRules.delete(next);
      }
    },
    keepRules(path, version, rules) {
      const isNews = directoriesIn.has(path) && (ownRules.get(path)?.version ?? null) !== version;
      if (version === null) ownRules.delete(path);
      else ownRules.set(path, { version, rules });
      return isNews;
    },
    rulesAbove(path) {
      for (let at = parentOf(path); at !== null; at = parentOf(at)) {
        const own = ownRules.get(at);
        if (own !== undefined) return own.rules;
      }
      return base;
    },
  };
}
