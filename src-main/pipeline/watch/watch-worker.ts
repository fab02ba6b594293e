/**
 * Entry of the thread that holds the watches, so that a flood of notices never blocks the main one. It collects notices
 * for a moment, renews watches of directories that vanished and returned, and reports what the system refuses. It must
 * never conclude anything from a notice: see folder-watcher.ts.
 */
import { lstatSync } from 'node:fs';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import type { WatchSourceName } from '../../../src-shared/model/folders/folder-rules.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { serveJobs } from '../../platform/threads/serve-jobs.ts';
import { isWithin } from '../../platform/disk/paths.ts';
import { directoryIdentity } from '../../platform/disk/file-identity.ts';
import {
  type SourceEvent,
  type Subscription,
  type WatchSource,
  nativeSource,
} from './watch-source.ts';

export type WatchCommand =
  /** The first one. */
  | { readonly kind: 'start'; readonly source: WatchSourceName }
  | { readonly kind: 'watch'; readonly directory: string; readonly pollSeconds: number }
  | { readonly kind: 'unwatch'; readonly directory: string }
  | { readonly kind: 'close' };

/** In their order; a message for each would cost the main thread more than what it says. */
export type WatchCommands = readonly WatchCommand[];

export type WatchReport =
  | { readonly kind: 'dirty'; readonly directories: readonly string[] }
  | { readonly kind: 'overflow' }
  | { readonly kind: 'limit'; readonly directory: string; readonly errno: string }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'closed' };

// A worker is an entry point: nobody can pass it a clock, so it uses Node's timers directly.

/**
 * A program that writes a file causes ten notices where two hints do: one at once, and one after this time if there was
 * more.
 */
const GATHERING_MS = 20;
/** How often to check for lost directories; reconnecting a drive takes seconds anyway. */
const RETURN_CHECK_MS = 500;
/** Linux keeps 16,384 notices and silently drops the rest; as many at once mean that some may be lost. */
const NOTICES_OF_A_FULL_QUEUE = 16_384;
/** Subscribing may read a directory, and a thousand at once would waste memory. */
const SUBSCRIPTIONS_AT_ONCE = 16;

interface Watched {
  readonly subscribing: Promise<Subscription>;
  /** Set once nothing is reported about this watch any more. */
  isOver: boolean;
}

/** A thread needs one, and only that one is loaded. */
const SOURCES: Readonly<Record<WatchSourceName, () => Promise<WatchSource>>> = {
  chokidar: async () => (await import('./chokidar-source.ts')).chokidarSource,
  native: () => Promise.resolve(nativeSource),
  poll: async () => (await import('./watch-source.ts')).pollSource,
};

let loading = SOURCES.native();
let report: (message: WatchReport) => void = () => {};

/** Requested, and neither released nor refused, with the seconds between two polls. */
const wanted = new Map<string, number>();
const watched = new Map<string, Watched>();
/**
 * Subscriptions that are ending. A new one must wait: chokidar would let it share the old handle, which gets no events.
 */
const ending = new Map<string, Promise<void>>();
/** Subscriptions that are not active yet. */
const starting = new Map<string, Promise<Subscription>>();
const queued = new Set<string>();
const lost = new Set<string>();
const dirty = new Set<string>();
const state = { subscribing: 0, notices: 0, isClosed: false };
let gathering: NodeJS.Timeout | null = null;

function markDirty(directory: string): void {
  state.notices += 1;
  dirty.add(directory);
  if (gathering !== null) return;
  gathering = setTimeout(endGathering, GATHERING_MS);
  setImmediate(tellDirty); // together with what the system reports at the same moment
}

function endGathering(): void {
  gathering = null;
  if (dirty.size === 0) return;
  gathering = setTimeout(endGathering, GATHERING_MS);
  tellDirty();
}

function tellDirty(): void {
  if (dirty.size === 0) return;
  if (state.notices >= NOTICES_OF_A_FULL_QUEUE) report({ kind: 'overflow' });
  report({ kind: 'dirty', directories: [...dirty] });
  dirty.clear();
  state.notices = 0;
}

async function drop(directory: string): Promise<void> {
  const entry = watched.get(directory);
  if (entry === undefined) return;
  watched.delete(directory);
  entry.isOver = true;
  const end = entry.subscribing.then((subscription) => subscription.close());
  ending.set(directory, end);
  try {
    await end;
  } finally {
    if (ending.get(directory) === end) ending.delete(directory);
  }
}

function renew(directory: string): void {
  void drop(directory).catch(reportFailure);
  request(directory);
}

function reportFailure(error: unknown): void {
  report({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
}

function hear(directory: string, entry: Watched, event: SourceEvent): void {
  if (entry.isOver) return;
  switch (event.kind) {
    case 'changed':
      markDirty(directory);
      break;
    case 'gone':
      markDirty(directory);
      renew(directory);
      break;
    case 'failed': {
      wanted.delete(directory);
      void drop(directory).catch(reportFailure);
      const { errno, message } = event;
      // ENOSPC: no watch left for this user; EMFILE: no inotify handle left.
      if (errno === 'ENOSPC' || errno === 'EMFILE') report({ kind: 'limit', directory, errno });
      else report({ kind: 'error', message });
      break;
    }
    default:
      assertNever(event);
  }
}

/**
 * Null when there is none. A path that cannot even be examined (no access, a dead drive) is tried again like a missing
 * one.
 */
function directoryId(path: string): string | null {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats?.isDirectory() === true ? directoryIdentity(stats) : null;
  } catch {
    return null;
  }
}

/**
 * Waits for starting and ending subscriptions to this directory and to those below it. chokidar shares one handle among
 * all watchers of a path, and a watcher that finds no directory listens above it. A handle that died with an earlier
 * directory of this path would survive in them, and a new subscription would share it and get no events.
 */
async function othersSettled(directory: string): Promise<void> {
  for (;;) {
    const unsettled = [...ending, ...starting].filter(([path]) => isWithin(path, directory));
    if (unsettled.length === 0) return;
    await Promise.allSettled(unsettled.map(([, settled]) => settled));
  }
}

async function subscribe(directory: string): Promise<void> {
  const source = await loading;
  await othersSettled(directory);
  const pollSeconds = wanted.get(directory);
  if (pollSeconds === undefined || watched.has(directory)) return;
  const before = directoryId(directory);
  if (before === null) {
    lost.add(directory);
    checkReturns();
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<Subscription>();
  const entry: Watched = { subscribing: promise, isOver: false };
  watched.set(directory, entry);
  starting.set(directory, promise);
  const tell = (event: SourceEvent) => {
    hear(directory, entry, event);
  };
  source(directory, tell, pollSeconds).then(resolve, reject);
  try {
    await promise;
  } finally {
    if (starting.get(directory) === promise) starting.delete(directory);
  }
  if (entry.isOver) return;
  // Changes until now were missed, so the directory has to be read once more.
  markDirty(directory);
  // Subscribing takes time: it may have reached another directory than the one that is here now.
  if (directoryId(directory) !== before) renew(directory);
}

function subscribeNext(): void {
  while (state.subscribing < SUBSCRIPTIONS_AT_ONCE && !state.isClosed) {
    const [directory] = queued;
    if (directory === undefined) return;
    queued.delete(directory);
    state.subscribing += 1;
    void subscribe(directory)
      .catch(reportFailure)
      .finally(() => {
        state.subscribing -= 1;
        subscribeNext();
      });
  }
}

function request(directory: string): void {
  if (!wanted.has(directory) || watched.has(directory) || state.isClosed) return;
  lost.delete(directory);
  queued.add(directory);
  subscribeNext();
}

let returnCheck: NodeJS.Timeout | null = null;

/** Repeats while some are lost; an idle computer is not woken when there are none. */
function checkReturns(): void {
  returnCheck ??= setTimeout(() => {
    returnCheck = null;
    for (const directory of lost) if (directoryId(directory) !== null) request(directory);
    if (lost.size > 0) checkReturns();
  }, RETURN_CHECK_MS);
}

async function close(): Promise<void> {
  state.isClosed = true;
  if (returnCheck !== null) clearTimeout(returnCheck);
  if (gathering !== null) clearTimeout(gathering);
  queued.clear();
  wanted.clear();
  await Promise.allSettled([...[...watched.keys()].map(drop), ...ending.values()]);
  report({ kind: 'closed' });
}

serveJobs<WatchCommands, null, WatchReport>((commands, context) => {
  report = context.report;
  for (const command of commands) obey(command);
  return { reply: null, transfer: [] };
});

function obey(command: WatchCommand): void {
  switch (command.kind) {
    case 'start':
      loading = SOURCES[command.source]();
      break;
    case 'watch':
      wanted.set(command.directory, command.pollSeconds);
      request(command.directory);
      break;
    case 'unwatch':
      wanted.delete(command.directory);
      queued.delete(command.directory);
      lost.delete(command.directory);
      void drop(command.directory).catch(reportFailure);
      break;
    case 'close':
      void close().catch(reportFailure);
      break;
    default:
      assertNever(command);
  }
}
