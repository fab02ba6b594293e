/**
 * Hints about changes in directories. A hint only says "scan this directory again": the scan finds out what changed,
 * and whether anything did. Hints may be too many, late or, at overflow, missing; they never name files.
 */
import type { WatchSourceName } from '../../../src-shared/model/folders/folder-rules.ts';

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
  /** The system allows no more watches: this directory is not watched any more. `method`: as it was asked for. */
  | {
      readonly kind: 'limit';
      readonly directory: string;
      readonly method: WatchMethod;
      readonly errno: string;
    }
  | { readonly kind: 'error'; readonly message: string };

export interface FolderWatcher {
  /**
   * Watches one directory and not what is below. Changes made before the watch is active are not reported: read the
   * directory after the first hint for it, which comes when the watch is active. Watching twice has no further effect;
   * another method replaces the previous one.
   */
  watch(directory: string, method: WatchMethod): void;
  /** Unknown directories are fine. A hint in transit may still arrive. */
  unwatch(directory: string): void;
  /** Returns the function that removes the listener. */
  onHint(listener: (hint: FolderHint) => void): () => void;
  /** Releases all watches. No hints follow. */
  close(): Promise<void>;
  /** Directories requested and not refused. */
  watchedCount(): number;
}
