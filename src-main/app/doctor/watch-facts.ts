/** Whether watching works here: a file is written into a temporary folder, and has to be seen through the real watch thread. */
import fs from 'node:fs/promises';
import path from 'node:path';
import {
  AUTO_WATCHING,
  type WatchSourceName,
} from '../../../src-shared/model/folders/folder-rules.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { InspectedFolder } from '../../db/inspect-database.ts';
import {
  type FolderHint,
  type FolderWatcher,
  watchLimit,
  watchMethodOf,
} from '../../pipeline/watch/folder-watcher.ts';
import { makeWorkerFolderWatcher } from '../../pipeline/watch/worker-folder-watcher.ts';
import type { Clock } from '../../platform/clock.ts';
import type { WatchedFolderFacts, WatchTrial } from './doctor-facts.ts';
import { errnoOf } from '../../platform/errno.ts';
import { realPath } from '../../platform/disk/paths.ts';
import { sleepOrWake } from '../../platform/waiting.ts';

const LONGEST_WAIT_MS = 10 * SECOND_MS;
const POLL_SECONDS = 1; // of the trial; a folder's own only says how long it takes
const LONGEST_LISTING_MS = 5 * SECOND_MS; // a drive that is out of reach answers after minutes, or never

/** Every way of watching that the folders need, and the one that a new folder would get. */
export async function tryWatching(
  folders: readonly InspectedFolder[],
  temporaryFolder: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly WatchTrial[]> {
  const places = folders.map(placeOf);
  const sources = new Set([
    watchMethodOf({ path: temporaryFolder, watching: AUTO_WATCHING }).source,
    ...places.map((place) => watchMethodOf(place).source),
  ]);
  const watcher = makeWorkerFolderWatcher();
  try {
    const trials: WatchTrial[] = [];
    for (const source of sources) {
      trials.push({
        source,
        result: await trialOf(source, watcher, temporaryFolder, clock, signal),
      });
    }
    return trials;
  } finally {
    await watcher.close();
  }
}

async function trialOf(
  source: WatchSourceName,
  watcher: FolderWatcher,
  temporaryFolder: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<WatchTrial['result']> {
  let folder: string;
  try {
    folder = await realPath(await fs.mkdtemp(path.join(temporaryFolder, 'labseal-doctor-')));
  } catch (error) {
    return { kind: 'failed', message: (error as Error).message };
  }
  const heard = listen(folder, watcher);
  try {
    const startedMs = clock.monotonicMs();
    watcher.watch(folder, { source, pollSeconds: POLL_SECONDS });
    const active = await heard.next(clock, signal); // the first hint: the watch is active
    if (active !== 'seen') return endOf(active, clock.monotonicMs() - startedMs);
    const writtenMs = clock.monotonicMs();
    await fs.writeFile(path.join(folder, 'written-by-doctor'), 'seen?');
    const seen = await heard.next(clock, signal);
    const tookMs = Math.round(clock.monotonicMs() - writtenMs);
    return seen === 'seen' ? { kind: 'seen', afterMs: tookMs } : endOf(seen, tookMs);
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'failed', message: (error as Error).message };
  } finally {
    heard.end();
    watcher.unwatch(folder);
    await fs.rm(folder, { recursive: true, force: true });
  }
}

type Heard = 'seen' | Exclude<FolderHint, { kind: 'dirty' | 'overflow' }> | null;

/** Null: nothing came in time. */
function endOf(heard: Exclude<Heard, 'seen'>, waitedMs: number): WatchTrial['result'] {
  if (heard === null) return { kind: 'not-seen', waitedMs: Math.round(waitedMs) };
  return heard.kind === 'limit'
    ? { kind: 'refused', errno: heard.errno }
    : { kind: 'failed', message: heard.message };
}

/** Collects what is said about one folder; a hint counts once. */
function listen(folder: string, watcher: FolderWatcher) {
  const heard: Exclude<Heard, null>[] = [];
  let wake: (() => void) | null = null;
  const stop = watcher.onHint((hint) => {
    if (hint.kind === 'dirty' && hint.directory !== folder) return;
    heard.push(hint.kind === 'dirty' || hint.kind === 'overflow' ? 'seen' : hint);
    wake?.();
  });
  return {
    end: stop,
    async next(clock: Clock, signal: AbortSignal): Promise<Heard> {
      if (heard.length === 0) {
        const done = new AbortController();
        wake = () => done.abort();
        await sleepOrWake(clock, LONGEST_WAIT_MS, done.signal, signal);
      }
      return heard.shift() ?? null;
    },
  };
}

/** How each folder is watched, and whether it can be read now. */
export async function watchedFolderFacts(
  folders: readonly InspectedFolder[],
  clock: Clock,
  signal: AbortSignal,
): Promise<readonly WatchedFolderFacts[]> {
  return Promise.all(
    folders.map(async (folder) => {
      const place = placeOf(folder);
      return {
        id: folder.id,
        path: folder.path,
        source: watchMethodOf(place).source,
        limit: watchLimit(place, folder.directories),
        directories: folder.directories,
        access: await accessOf(folder.path, clock, signal),
        isOnOtherDrive: folder.isOnOtherDrive,
        drives: folder.drives,
      };
    }),
  );
}

function placeOf({ path: at, mode, pollSeconds, isWatchLimited }: InspectedFolder) {
  return { path: at, watching: { mode, pollSeconds }, isWatchLimited };
}

async function accessOf(
  folder: string,
  clock: Clock,
  signal: AbortSignal,
): Promise<WatchedFolderFacts['access']> {
  const done = new AbortController();
  const late = clock.sleep(LONGEST_LISTING_MS, AbortSignal.any([signal, done.signal])).then(
    () => 'slow' as const,
    () => 'slow' as const, // over, or interrupted
  );
  try {
    return await Promise.race([listOnce(folder), late]);
  } finally {
    done.abort();
    signal.throwIfAborted();
  }
}

async function listOnce(folder: string): Promise<WatchedFolderFacts['access']> {
  try {
    const directory = await fs.opendir(folder);
    await directory.read();
    await directory.close();
    return 'readable';
  } catch (error) {
    return { errno: errnoOf(error) };
  }
}
