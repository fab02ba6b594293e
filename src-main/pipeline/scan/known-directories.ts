/**
 * What a run knows of the directories of one folder: which it has read, what they hold and which rules count there.
 * It lives in memory alone: a run begins with a full scan, which fills it.
 */
import { parentOf } from '../../platform/relative-within.ts';
import type { IgnoreRules } from './ignore-rules.ts';

export interface SubDirectory {
  /** From the root of the folder. */
  readonly path: string;
  readonly identity: string;
}

/** Paths. */
export interface Changed {
  readonly gone: readonly string[];
  /** Others have taken their places. */
  readonly replaced: readonly string[];
}

export interface KnownDirectories {
  /** True when it was read and has not been left since. */
  has(path: string): boolean;
  /** Keeps which directories a reading found in it, and tells what became of those that were there before. */
  see(path: string, directories: readonly SubDirectory[]): Changed;
  /** Forgets it and all below it. */
  leave(path: string): void;
  /**
   * Keeps the rules in a directory with an ignore file of its own. `version` tells one state of that file from
   * another; null: it has none. Returns whether that is news for a directory that was known.
   */
  keepRules(path: string, version: string | null, rules: IgnoreRules): boolean;
  /** The rules that reach a directory from above; its own ignore file is not among them. */
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
