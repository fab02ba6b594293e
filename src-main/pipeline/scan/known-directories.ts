/** What a run knows of the directories of one folder between two scans. */
import { parentOf } from '../../platform/disk/relative-within.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { SubDirectory } from './walk.ts';

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
