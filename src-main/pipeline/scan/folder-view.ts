/**
 * What a run keeps of one watched folder between two scans: the directories it knows and watches, and those it cannot
 * read.
 */
import { isSameMethod, type WatchMethod } from '../watch/folder-watcher.ts';
import type { FolderWatches } from '../watch/folder-watches.ts';
import type { KnownDirectories } from './known-directories.ts';
import { makeRuleBudget, type RuleBudget } from './ignore-matcher.ts';
import { isWithin } from '../../platform/disk/paths.ts';

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
