/**
 * Hints about changes in directories. A hint only says "scan this directory again": the scan finds out what changed,
 * and whether anything did. Hints may be too many, late or, at overflow, missing; they never name files.
 */
import type {
  WatchLimit,
  WatchSourceName,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { isWithin } from '../../platform/disk/paths.ts';
import type { Announce } from '../common/ports.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import {
  isNetworkMount,
  isOnNetworkDrive,
  mountOf,
  systemTexts,
  type SystemTexts,
} from '../../platform/disk/mounts.ts';

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

export type FolderWatches = ReturnType<typeof makeFolderWatches>;

/**
 * The watches of one run. It receives all hints for the run, and knows when the system allows no more watches: what it
 * refuses is polled meanwhile, and a person is told. As soon as watches are free again, one polled directory after the
 * other gets one.
 */
export function makeFolderWatches(
  watcher: FolderWatcher,
  ports: {
    readonly announce: Announce;
    readonly onDirty: (directory: string) => void;
    /** Anything may have changed without notice. */
    readonly onDoubt: () => void;
  },
) {
  /** The system allows no more watches. */
  let isLimited = false;
  /** Directories that are polled, with the method that was wanted for each. */
  const polled = new Map<string, WatchMethod>();
  /** The one of them that is being given a watch; its first hint says that it has one. */
  let attempt: string | null = null;

  function poll(directory: string, method: WatchMethod): void {
    polled.set(directory, method);
    watcher.watch(directory, { source: 'poll', pollSeconds: method.pollSeconds });
  }

  function refused({ directory, method, errno }: Extract<FolderHint, { kind: 'limit' }>): void {
    if (attempt === directory) attempt = null;
    poll(directory, method);
    // Each refused directory reports it; one report is enough for a person, and for scanning what was missed.
    if (isLimited) return;
    isLimited = true;
    ports.announce({ kind: 'watch-limited', errno });
    ports.onDoubt();
  }

  /** The limit may have been raised since. */
  function tryNext(): void {
    if (attempt !== null) return;
    const [next] = polled;
    if (next === undefined) {
      if (!isLimited) return;
      isLimited = false;
      ports.announce({ kind: 'watch-limited', errno: null });
      return;
    }
    const [directory, method] = next;
    attempt = directory;
    polled.delete(directory);
    watcher.watch(directory, method);
  }

  function hear(hint: FolderHint): void {
    switch (hint.kind) {
      case 'dirty':
        ports.onDirty(hint.directory);
        if (attempt !== hint.directory) break;
        attempt = null;
        tryNext();
        break;
      case 'limit':
        refused(hint);
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
    /** Absolute. A directory for which the system has no watch left is polled instead. */
    watch(directory: string, method: WatchMethod) {
      if (isLimited && method.source !== 'poll') {
        poll(directory, method);
        return;
      }
      polled.delete(directory);
      watcher.watch(directory, method);
    },
    unwatch(directory: string) {
      watcher.unwatch(directory);
      if (attempt === directory) attempt = null;
      polled.delete(directory);
      if (isLimited) tryNext(); // it may have had one of the system's
    },
    /** Whether a directory at or below this path is polled for want of a watch. */
    isShortAt(root: string) {
      if (attempt !== null && isWithin(attempt, root)) return true;
      return [...polled.keys()].some((directory) => isWithin(directory, root));
    },
    tryAgain: tryNext,
    /** Stops listening. The watches themselves must be released one by one before. */
    close: stopListening,
  };
}

const MOST_WATCHES = '/proc/sys/fs/inotify/max_user_watches';

/** `path`: absolute and real. */
type WatchedPlace = Pick<Folder, 'path' | 'watching'> & Partial<Pick<Folder, 'isWatchLimited'>>;

/**
 * How a folder is watched: polled where its settings say so, otherwise by what suits the system and the drive, judged by what
 * the system reports about its drives and limits. Nothing is written into the folder, and the drive itself is not accessed:
 * one that is out of reach may hang.
 */
export function watchMethodOf(
  folder: WatchedPlace,
  system: SystemTexts = systemTexts,
  platform: NodeJS.Platform = process.platform,
): WatchMethod {
  const { mode, pollSeconds } = folder.watching;
  // A network drive does not report what other computers do there.
  if (mode === 'poll' || isNetworkDrive(folder.path, system))
    return { source: 'poll', pollSeconds };
  // Measured on Linux alone; chokidar knows how the others differ.
  return { source: platform === 'linux' ? 'native' : 'chokidar', pollSeconds };
}

/** `directories`: how many are in it, itself included; null: unknown. */
export function watchLimit(
  folder: WatchedPlace,
  directories: number | null,
  system: SystemTexts = systemTexts,
): WatchLimit | null {
  const { source, pollSeconds } = watchMethodOf(folder, system);
  if (source === 'poll') {
    const isOnNetwork = isNetworkDrive(folder.path, system);
    return { kind: 'polled', seconds: pollSeconds, isNetworkDrive: isOnNetwork };
  }
  const most = Number.parseInt(system.text(MOST_WATCHES) ?? '', 10);
  const seconds = pollSeconds;
  if (folder.isWatchLimited === true) return { kind: 'limited', seconds };
  return (directories ?? 0) > most ? { kind: 'too-many-folders', most, seconds } : null;
}

function isNetworkDrive(path: string, system: SystemTexts): boolean {
  const mount = mountOf(path, system);
  // A network share is recognised by its name; only Linux has meaningful numbers.
  return mount === null ? isOnNetworkDrive(path, () => 0) : isNetworkMount(mount);
}
