/**
 * What a run keeps of one watched folder between two scans: the directories it knows and watches, and those it cannot
 * read.
 */
import { type FolderWatches, isSameMethod, type WatchMethod } from '../watch/folder-watcher.ts';
import { makeRuleBudget, type RuleBudget } from './ignore-matcher.ts';
import { isWithin, isWithinAny, parentOf } from '../../platform/disk/paths.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { SubDirectory } from './walk.ts';
import type { KnownDirectory } from '../../db/files/baseline-file-repository.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { placeIn } from '../../platform/place.ts';
import type { AccountPorts } from '../common/ports.ts';
import {
  type ComparePorts,
  filesIn,
  listingOf,
  type ReadStep,
  storeListed,
} from './compare-directory.ts';
import type { Listing } from './file-tree.ts';

/** What a scan could not read, and the system's code for it. */
export interface UnreadDirectory {
  readonly folderId: number;
  /** Relative to the folder; '' for the folder itself. */
  readonly path: string;
  readonly errno: string;
}

/** A reconnected drive should not have to wait for the next full scan. */
const MOUNT_METHOD: WatchMethod = { source: 'poll', pollSeconds: 30 };

export interface FolderView {
  readonly folderId: number;
  /** Null before the first scan, and while the folder is in trouble: then only a full scan is possible. */
  known: KnownDirectories | null;
  /** The folder's own patterns with which `known` was made. */
  exclude: readonly string[];
  /** Of the last full scan. */
  budget: RuleBudget;
  /** What the watcher has marked: relative paths, to be read again. */
  readonly dirty: Set<string>;
  readonly unread: Map<string, UnreadDirectory>;
  /**
   * `identity` distinguishes the directory from another with the same path; null while it is unknown. Watches follow a
   * directory that is moved, so when another has replaced it, all watches below are renewed too; then it returns true.
   */
  watch(path: string, identity: string | null): boolean;
  /** Of a directory on which a drive will be mounted, of which the system gives no notice. */
  watchMount(path: string): void;
  /** Applies from now on, also to existing watches. */
  setMethod(method: WatchMethod): void;
  /** Keeps the watches of these paths only. */
  keepWatching(isKept: (path: string) => boolean): void;
}

/** `root`: absolute path of the folder. */
export function makeFolderView(
  folderId: number,
  root: string,
  firstMethod: WatchMethod,
  watches: FolderWatches,
): FolderView {
  let method = firstMethod;
  const watched = new Map<string, string | null>();
  const absolute = (path: string) => (path === '' ? root : `${root}/${path}`);

  function keepWatching(isKept: (path: string) => boolean): void {
    for (const path of watched.keys()) {
      if (isKept(path)) continue;
      watched.delete(path);
      watches.unwatch(absolute(path));
    }
  }

  return {
    folderId,
    known: null,
    exclude: [],
    budget: makeRuleBudget(),
    dirty: new Set(),
    unread: new Map(),
    watch(path, identity) {
      const known = watched.get(path) ?? null;
      const isReplaced = known !== null && identity !== null && known !== identity;
      if (isReplaced) keepWatching((other) => !isWithin(other, path));
      if (!watched.has(path)) watches.watch(absolute(path), method);
      watched.set(path, identity ?? known);
      return isReplaced;
    },
    watchMount(path) {
      watches.watch(absolute(path), MOUNT_METHOD);
      watched.set(path, null);
    },
    setMethod(next) {
      if (isSameMethod(method, next)) return;
      method = next;
      for (const path of watched.keys()) watches.watch(absolute(path), method);
    },
    keepWatching,
  };
}

// What a run knows of the directories of one folder between two scans.

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
export type KnownDirectories = ReturnType<typeof makeKnownDirectories>;

/** `base`: the rules at the root without an ignore file. */
export function makeKnownDirectories(base: IgnoreRules) {
  const directoriesIn = new Map<string, readonly SubDirectory[]>();
  const ownRules = new Map<string, IgnoreRules>();

  return {
    /** True when it was read and has not been left since. */
    has: (path: string) => directoriesIn.has(path),
    /** Stores the subdirectories found by a reading, and reports what happened to the earlier ones. */
    see(path: string, directories: readonly SubDirectory[]): Changed {
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
    /** Forgets it and all below it. */
    leave(path: string) {
      const leaving = [path];
      for (let next = leaving.pop(); next !== undefined; next = leaving.pop()) {
        leaving.push(...(directoriesIn.get(next) ?? []).map((each) => each.path));
        directoriesIn.delete(next);
        ownRules.delete(next);
      }
    },
    /**
     * Stores the rules of a directory with its own ignore file; null: it has none. Returns whether the rules changed for a
     * directory that was known.
     */
    keepRules(path: string, rules: IgnoreRules | null) {
      const isNews = directoriesIn.has(path) && ownRules.get(path)?.digest !== rules?.digest;
      if (rules === null) ownRules.delete(path);
      else ownRules.set(path, rules);
      return isNews;
    },
    /** The rules that a directory inherits from above; its own ignore file is not included. */
    rulesAbove(path: string) {
      for (let at = parentOf(path); at !== null; at = parentOf(at)) {
        const own = ownRules.get(at);
        if (own !== undefined) return own;
      }
      return base;
    },
  };
}

/**
 * A directory that lies elsewhere in its folder, as after a rename of one above it, keeps its rows: its listing names each file
 * with its inode and its times, so the same listing is the same directory. A tree of 200,000 files is moved by its
 * 20,000 directories, and none of its files is read, compared or decided anew.
 */
type MovePorts = Pick<AccountPorts, 'fileTree'> & ComparePorts;

/** Files whose rows are moved in one transaction: some 5 ms of work. */
const FILES_AT_ONCE = 100;

export type MovedDirectories = ReturnType<typeof makeMovedDirectories>;

interface Move {
  readonly step: ReadStep;
  /** Where it had lain. */
  readonly before: KnownDirectory;
  readonly listing: string;
}

/** Of one scan. Abort rejects with `signal.reason`, and keeps what was moved until then. */
export function makeMovedDirectories(folder: Folder, ports: MovePorts, signal: AbortSignal) {
  const { fileTree, state, transitions } = ports;
  let moves: Move[] = [];
  let files = 0;
  /** Paths at which nothing lies any more, the topmost of each tree. */
  const gone = new Set<string>();

  async function isThere(path: string): Promise<boolean> {
    const reading = await fileTree.identify(placeIn(folder.path, path), signal);
    return reading.kind !== 'absent';
  }

  async function isGone(path: string): Promise<boolean> {
    if (isWithinAny(path, gone)) return true;
    if (path === '' || (await isThere(path))) return false;
    let topmost = path;
    for (let at = parentOf(path); at !== null && at !== ''; at = parentOf(at)) {
      if (await isThere(at)) break;
      topmost = at;
    }
    gone.add(topmost);
    return true;
  }

  function carryOut({ step, before, listing }: Move): boolean {
    const isStillKnown = state.settledDirectories.withListing(folder.id, listing)?.id === before.id;
    const leftOut = leftOutIn(step.reading.entries);
    return isStillKnown && transitions.takeAlong(before, step.relativePath, leftOut);
  }

  async function carryOutAll(): Promise<void> {
    const due = moves;
    [moves, files] = [[], 0];
    if (due.length === 0 || state.folders.get(folder.id) === null) return;
    const others = state.repeatable(() => due.filter((move) => !carryOut(move)));
    for (const { step } of others) await storeListed(folder, step, ports, signal);
  }

  return {
    /** Whether the directory had lain elsewhere: then it is seen to, by the time of `end` at the latest. */
    async take(step: ReadStep): Promise<boolean> {
      const { entries } = step.reading;
      // Which of the files there are new is known by their places.
      if (folder.onlyNew || entries.size === 0) return false;
      const listing = listingOf(folder, step);
      const before = state.settledDirectories.withListing(folder.id, listing);
      if (before === null || state.files.knowsDirectory(folder.id, step.relativePath)) return false;
      if (!(await isGone(before.path))) return false;
      moves.push({ step, before, listing });
      files += filesIn(step);
      if (files >= FILES_AT_ONCE) await carryOutAll();
      return true;
    },
    end: carryOutAll,
  };
}

/** The rule that leaves each of them out, by name: rules with a path say other things of another place. */
function leftOutIn(entries: Listing): ReadonlyMap<string, string> {
  const rules = new Map<string, string>();
  for (const { name, kind, rule } of entries) {
    if (kind !== 'directory' && rule !== undefined) rules.set(name, rule);
  }
  return rules;
}
