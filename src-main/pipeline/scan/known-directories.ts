/** What a run knows of the directories of one folder between two scans. */
import { parentOf, isWithinAny } from '../../platform/disk/paths.ts';
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
