/**
 * Hints about changes in directories. A hint only says "scan this directory again": what changed, and whether
 * anything did, is for the scan to find out. Hints may be too many, late or, at overflow, missing; they never name files.
 */

/** The system through Node, the system through chokidar, or a listing from time to time. */
export type WatchSourceName = 'native' | 'chokidar' | 'poll';

export interface WatchMethod {
  readonly source: WatchSourceName;
  /** Counts for `poll` only. */
  readonly pollSeconds: number;
}

export function isSameMethod(one: WatchMethod, other: WatchMethod): boolean {
  if (one.source !== other.source) return false;
  return one.source !== 'poll' || one.pollSeconds === other.pollSeconds;
}

export type FolderHint =
  /** Something in this very directory may have changed, or the directory has come, gone or been replaced. */
  | { readonly kind: 'dirty'; readonly directory: string }
  /** Notices may have been lost anywhere: scan everything. */
  | { readonly kind: 'overflow' }
  /** The system allows no more watches; this directory relies on timed scans. */
  | { readonly kind: 'limit'; readonly errno: string }
  | { readonly kind: 'error'; readonly message: string };

export interface FolderWatcher {
  /**
   * Watches one directory and not what lies below. Changes made before the watch stands are not told: read the
   * directory after the first hint for it, which comes when it stands. Watching twice is watching once; another method
   * replaces the one before.
   */
  watch(directory: string, method: WatchMethod): void;
  /** Unknown directories are fine. A hint on its way may still arrive. */
  unwatch(directory: string): void;
  /** Returns the function that takes the listener away. */
  onHint(listener: (hint: FolderHint) => void): () => void;
  /** Gives all watches back. Nothing is told afterwards. */
  close(): Promise<void>;
  /** Directories asked for and not refused. */
  watchedCount(): number;
}
