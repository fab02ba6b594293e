/**
 * Owns the scanning of a run's folders: a full scan at the start, periodically and whenever in doubt, and another
 * reading of what the watcher marks dirty. Only one pass at a time writes a folder. A hint during a pass causes one
 * more pass, and none is lost: dirty paths leave the list before the disk is read.
 */
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import { noteLargeBatches } from '../common/large-batch.ts';
import { makeFolderView, type FolderView, type UnreadDirectory } from './folder-view.ts';
import { type FolderWatcher, makeFolderWatches, watchMethodOf } from '../watch/folder-watcher.ts';
import { makeClaims, type Stage, type Step, wallTimeMs } from '../common/stage.ts';
import { scanDirectories, scanFolder, type ScanPorts } from './scan-folder.ts';
import type { Clock } from '../../platform/clock.ts';

/** Changes without a hint are found within this time. */
export const SCAN_PERIOD_MS = 10 * MINUTE_MS;
/** A reconnected drive should not have to wait for that. */
export const TROUBLE_PERIOD_MS = 30 * SECOND_MS;
/** After a full scan, or after a directory was read, the next requested one waits this many times its duration. */
const REST_FACTOR = 4;
const FOLDERS_AT_ONCE = 4;

export interface ScanStage extends Stage {
  /**
   * Scans every folder of the run, also new ones, as soon as the stage runner asks. Resolves once each was scanned from
   * then on, or is watched no more.
   */
  scanAll(): Promise<void>;
  /** What the last scans could not read. */
  unreadDirectories(): readonly UnreadDirectory[];
  /** Releases all watches. Call it when no job runs any more. */
  close(): void;
}

interface Patrol {
  readonly root: string;
  readonly view: FolderView;
  readonly rests: ScanBackoff;
  /** A full scan was requested, whatever the time. */
  isScanAsked: boolean;
  /** Time of the next periodic full scan; like all times here, on the steady clock. */
  scanAtMs: number;
  /** Before this time only the period starts a full scan. */
  restsUntilMs: number;
  /** Those who wait for the end of a full scan that has not begun yet. */
  waiting: (() => void)[];
}

export function makeScanStage(
  ports: ScanPorts & {
    readonly scope: FileScope;
    readonly watcher: FolderWatcher;
    /** Called when there is new work to take. */
    readonly wake: () => void;
    /** See `noteLargeBatches`. */
    readonly largeBatchFiles?: number | undefined;
  },
): ScanStage {
  const { state, clock, scope, transitions, wake } = ports;
  const patrols = new Map<number, Patrol>();
  const claims = makeClaims<number>();
  let isListStale = true;

  const watches = makeFolderWatches(ports.watcher, {
    announce: ports.announce,
    onDirty(directory) {
      let isWork = false;
      for (const [id, { root, view }] of patrols) {
        const isConcerned = directory === root || directory.startsWith(`${root}/`);
        if (!isConcerned) continue;
        view.dirty.add(directory.slice(root.length + 1));
        isWork ||= !claims.has(id); // after a pass that is under way all stages are asked anyhow
      }
      if (isWork) wake();
    },
    onDoubt() {
      for (const patrol of patrols.values()) patrol.isScanAsked = true;
      wake();
    },
  });

  /** Applies a person's changes to the list of folders. */
  function readList(): void {
    isListStale = false;
    const folders = scope.fileIds === undefined ? state.folders.watched() : [];
    const inScope = folders.filter(({ id }) => (scope.folderId ?? id) === id);
    const ids = new Set(inScope.map(({ id }) => id));
    for (const id of patrols.keys()) if (!ids.has(id)) dismiss(id);
    for (const folder of inScope) {
      if (patrols.get(folder.id)?.root !== folder.path) dismiss(folder.id); // it lies elsewhere now
      if (!patrols.has(folder.id)) patrols.set(folder.id, newPatrol(folder));
    }
  }

  /** Files that were sent while their paths showed something else. */
  function markPostponed(): void {
    for (const { folderId, directoryPath } of transitions.takeDueChecks()) {
      const patrol = patrols.get(folderId);
      if (patrol?.view.known?.has(directoryPath) === true) patrol.view.dirty.add(directoryPath);
      else if (patrol !== undefined) patrol.isScanAsked = true; // its directory is gone, too
    }
  }

  function newPatrol(folder: Folder): Patrol {
    const root = folder.path;
    const view = makeFolderView(folder.id, root, watchMethodOf(folder), watches);
    const times = { scanAtMs: Infinity, restsUntilMs: 0 };
    const rests = makeScanBackoff(clock);
    return { root, view, rests, isScanAsked: true, ...times, waiting: [] };
  }

  function dismiss(folderId: number): void {
    const patrol = patrols.get(folderId);
    patrols.delete(folderId);
    patrol?.view.keepWatching(nothing);
    for (const tell of patrol?.waiting.splice(0) ?? []) tell();
  }

  function isTimely({ scanAtMs }: Patrol): boolean {
    return scanAtMs <= clock.monotonicMs();
  }

  /** When the requested scan may begin; Infinity when none is requested. */
  function askedAtMs({ isScanAsked, restsUntilMs, view, rests }: Patrol): number {
    let soonestMs = isScanAsked ? restsUntilMs : Infinity;
    for (const path of view.dirty) {
      if (soonestMs === 0) break;
      soonestMs = Math.min(soonestMs, rests.untilMs(path));
    }
    return soonestMs;
  }

  function canGo([id, patrol]: [number, Patrol]): boolean {
    return !claims.has(id) && (isTimely(patrol) || askedAtMs(patrol) <= clock.monotonicMs());
  }

  async function pass(id: number, patrol: Patrol, signal: AbortSignal): Promise<Step> {
    const folder = state.folders.get(id);
    if (folder === null) {
      dismiss(id);
      return 'advanced';
    }
    if (folder.path !== patrol.root) {
      isListStale = true;
      return 'advanced';
    }
    if (isTimely(patrol)) isListStale = true;
    const isScanDue = patrol.isScanAsked && patrol.restsUntilMs <= clock.monotonicMs();
    if (isScanDue || isTimely(patrol)) await fullPass(folder, patrol, signal);
    else await dirtyPass(folder, patrol, signal);
    noteLargeBatches(state, { folderId: id }, ports.largeBatchFiles);
    if (state.folders.get(id) === null) dismiss(id);
    // Removed, or moved, while the pass went on watching.
    if (patrols.get(id) !== patrol) patrol.view.keepWatching(nothing);
    return 'waiting'; // results show in what the other stages achieve
  }

  async function fullPass(folder: Folder, patrol: Patrol, signal: AbortSignal): Promise<void> {
    const fromMs = clock.monotonicMs();
    const waiting = patrol.waiting.splice(0);
    patrol.isScanAsked = false;
    patrol.scanAtMs = Infinity;
    patrol.view.dirty.clear();
    watches.tryAgain();
    patrol.view.setMethod(watchMethodOf(folder)); // a person may have changed it, or a drive was connected
    try {
      await scanFolder(folder, patrol.view, ports, signal);
    } catch (error) {
      patrol.isScanAsked = true;
      patrol.waiting.push(...waiting);
      throw error;
    }
    const isShort = watches.isShortAt(patrol.root);
    if (isShort !== folder.isWatchLimited) state.folders.setWatchLimited(folder.id, isShort);
    for (const tell of waiting) tell();
    const isInTrouble = state.folders.get(folder.id)?.trouble !== null;
    const nowMs = clock.monotonicMs();
    patrol.scanAtMs = nowMs + (isInTrouble ? TROUBLE_PERIOD_MS : SCAN_PERIOD_MS);
    patrol.restsUntilMs = nowMs + (nowMs - fromMs) * REST_FACTOR;
  }

  async function dirtyPass(folder: Folder, patrol: Patrol, signal: AbortSignal): Promise<void> {
    const fromMs = clock.monotonicMs();
    const paths = [...patrol.view.dirty].filter((path) => patrol.rests.untilMs(path) === 0);
    for (const path of paths) patrol.view.dirty.delete(path);
    try {
      const read = await scanDirectories(folder, paths, patrol.view, ports, signal);
      if (read === null) patrol.isScanAsked = true;
      else patrol.rests.wereRead(read, clock.monotonicMs() - fromMs);
    } catch (error) {
      patrol.isScanAsked = true;
      throw error;
    }
  }

  /** The soonest of these times, as wall clock. */
  function soonest(times: readonly number[]): number | null {
    const nowMs = clock.monotonicMs();
    const ahead = times.filter((ms) => ms > nowMs && ms < Infinity);
    return ahead.length === 0 ? null : wallTimeMs(Math.min(...ahead), clock);
  }

  return {
    concurrency: FOLDERS_AT_ONCE,
    async scanAll() {
      readList();
      const scans = [...patrols.values()].map((patrol) => {
        patrol.isScanAsked = true;
        patrol.restsUntilMs = 0; // a person must not wait for a pause to end
        return new Promise<void>((resolve) => patrol.waiting.push(resolve));
      });
      await Promise.all(scans);
    },
    take(limit) {
      if (isListStale) readList();
      markPostponed();
      return [...patrols]
        .filter(canGo)
        .slice(0, limit)
        .map(
          ([id, patrol]) =>
            (signal) =>
              claims.during(id, () => pass(id, patrol, signal)),
        );
    },
    nextDueMs: () => soonest([...patrols.values()].map(askedAtMs)),
    nextRecheckMs: () => soonest([...patrols.values()].map((patrol) => patrol.scanAtMs)),
    unreadDirectories: () =>
      [...patrols.values()].flatMap(({ view }) => Array.from(view.unread.values())),
    close() {
      watches.close();
      for (const { view } of patrols.values()) view.keepWatching(nothing);
    },
  };
}

const nothing = (): boolean => false;

type ScanBackoff = ReturnType<typeof makeScanBackoff>;

/**
 * How long directories are left alone after they were read, so that a program which constantly writes to a very large
 * one takes a fifth of one processor at most. Small ones pause for a moment, and none waits for another's pause.
 */
export function makeScanBackoff(clock: Clock) {
  const untilMs = new Map<string, number>();

  return {
    /** These were read in `tookMs`. `entries`: how many each holds, which is its share of the time. */
    wereRead(entries: ReadonlyMap<string, number>, tookMs: number) {
      const nowMs = clock.monotonicMs();
      for (const [path, atMs] of untilMs) if (atMs <= nowMs) untilMs.delete(path);
      let all = 0;
      for (const count of entries.values()) all += count + 1;
      for (const [path, count] of entries) {
        untilMs.set(path, nowMs + (REST_FACTOR * tookMs * (count + 1)) / all);
      }
    },
    /** On the steady clock; 0: its pause is over. */
    untilMs(path: string) {
      const atMs = untilMs.get(path) ?? 0;
      return atMs > clock.monotonicMs() ? atMs : 0;
    },
  };
}
