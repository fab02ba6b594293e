/** What a run keeps of one watched folder between two scans: the directories it knows and watches, and those it cannot read. */
import type { FolderWatches } from './folder-watches.ts';
import type { KnownDirectories } from './known-directories.ts';

/** What a scan could not look into, and the system's code for it. */
export interface UnreadDirectory {
  readonly folderId: number;
  /** Relative to the folder; '' for the folder itself. */
  readonly path: string;
  readonly errno: string;
}

export interface FolderView {
  readonly folderId: number;
  /** Null before the first scan, and while the folder is in trouble: then only a full scan will do. */
  known: KnownDirectories | null;
  /** The folder's own patterns that `known` was made with. */
  exclude: readonly string[];
  readonly unread: Map<string, UnreadDirectory>;
  watch(path: string): void;
  /** Keeps the watches of these paths only. */
  keepWatching(isKept: (path: string) => boolean): void;
}

/** `root`: absolute path of the folder. */
export function makeFolderView(folderId: number, root: string, watches: FolderWatches): FolderView {
  const watched = new Set<string>();
  const absolute = (path: string) => (path === '' ? root : `${root}/${path}`);
  return {
    folderId,
    known: null,
    exclude: [],
    unread: new Map(),
    watch(path) {
      if (!watched.has(path) && watches.watch(absolute(path))) watched.add(path);
    },
    keepWatching(isKept) {
      for (const path of watched) {
        if (isKept(path)) continue;
        watched.delete(path);
        watches.unwatch(absolute(path));
      }
    },
  };
}
