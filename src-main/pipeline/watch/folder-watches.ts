/**
 * The watches of one run. It receives all hints for the run, and knows when the system allows no more watches. That is
 * reported once, and no further ones are requested until some were released. The timed scans cover unwatched
 * directories.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { FolderHint, FolderWatcher, WatchMethod } from './folder-watcher.ts';
import type { Announce } from '../common/ports.ts';

/** The system allows no more watches; `errno` is its code. */
export interface WatchTrouble {
  readonly errno: string;
}

export interface FolderWatches {
  /** Absolute. Returns false when the system has no watch left for it; polling needs none. */
  watch(directory: string, method: WatchMethod): boolean;
  unwatch(directory: string): void;
  /** Null while everything is watched that should be. */
  trouble(): WatchTrouble | null;
  /** Stops listening. The watches themselves must be released one by one before. */
  close(): void;
}

export function makeFolderWatches(
  watcher: FolderWatcher,
  ports: {
    readonly announce: Announce;
    readonly onDirty: (directory: string) => void;
    /** Anything may have changed without notice. */
    readonly onDoubt: () => void;
  },
): FolderWatches {
  let trouble: WatchTrouble | null = null;
  let isUsedUp = false;

  function limit(errno: string): void {
    isUsedUp = true;
    // Each refused directory reports it; one report is enough for a person, and for scanning what was missed.
    if (trouble !== null) return;
    trouble = { errno };
    ports.announce({ kind: 'watch-limited', errno });
    ports.onDoubt();
  }

  function hear(hint: FolderHint): void {
    switch (hint.kind) {
      case 'dirty':
        ports.onDirty(hint.directory);
        break;
      case 'limit':
        limit(hint.errno);
        break;
      case 'overflow':
      case 'error':
        ports.onDoubt();
        break;
      default:
        assertNever(hint);
    }
  }

  const stopListening = watcher.onHint(hear);
  return {
    watch(directory, method) {
      if (isUsedUp && method.source !== 'poll') return false;
      watcher.watch(directory, method);
      return true;
    },
    unwatch(directory) {
      watcher.unwatch(directory);
      isUsedUp = false;
    },
    trouble: () => trouble,
    close: stopListening,
  };
}
