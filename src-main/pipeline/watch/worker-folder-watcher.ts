/**
 * The real FolderWatcher: commands and hints to and from the watching thread. When that thread dies another one takes
 * over its directories, and since notices are missing then, everything is to be scanned.
 */
import { Worker } from 'node:worker_threads';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { FolderHint, FolderWatcher } from './folder-watcher.ts';
import type { WatchCommand, WatchReport, WatchSourceName } from './watch-worker.ts';
import { siblingWorker, SMALL_HEAP } from '../../platform/threads/worker-thread.ts';

/** A thread that keeps dying is given up: timed scans see everything, only later. */
const MAX_RESTARTS = 3;

/** `url` is the watching thread's entry; a test may give one that dies. */
export function makeWorkerFolderWatcher(
  sourceName: WatchSourceName,
  url = siblingWorker('watch-worker', import.meta.url),
): FolderWatcher {
  const watched = new Set<string>();
  const listeners = new Set<(hint: FolderHint) => void>();
  const state = { restarts: 0, isClosed: false };
  let worker: Worker | null = null;

  function tell(hint: FolderHint): void {
    for (const listener of listeners) listener(hint);
  }

  function send(command: WatchCommand): void {
    worker?.postMessage(command);
  }

  function receive(message: WatchReport): void {
    if (state.isClosed) return;
    switch (message.kind) {
      case 'dirty':
        for (const directory of message.directories) {
          // It may have been let go while the hint was on its way.
          if (watched.has(directory)) tell({ kind: 'dirty', directory });
        }
        break;
      case 'limit':
        watched.delete(message.directory);
        tell({ kind: 'limit', errno: message.errno });
        break;
      case 'overflow':
      case 'error':
        tell(message);
        break;
      case 'closed':
        break;
      default:
        assertNever(message);
    }
  }

  function start(): void {
    // The empty environment also keeps chokidar's own variables from turning watching into polling.
    const options = {
      workerData: sourceName,
      env: {},
      execArgv: [],
      resourceLimits: SMALL_HEAP,
    };
    worker = new Worker(url, options);
    worker.on('message', receive);
    worker.on('error', (error) => {
      if (!state.isClosed) tell({ kind: 'error', message: error.message });
    });
    worker.on('exit', () => {
      worker = null;
      if (state.isClosed) return;
      if (state.restarts === MAX_RESTARTS) {
        tell({ kind: 'error', message: 'the watching thread keeps ending' });
        return;
      }
      state.restarts += 1;
      start();
      for (const directory of watched) send({ kind: 'watch', directory });
      tell({ kind: 'overflow' });
    });
  }

  start();
  return {
    watch(directory) {
      if (state.isClosed) throw new Error('the watcher is closed');
      if (watched.has(directory)) return;
      watched.add(directory);
      send({ kind: 'watch', directory });
    },
    unwatch(directory) {
      if (watched.delete(directory)) send({ kind: 'unwatch', directory });
    },
    onHint(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    async close() {
      if (state.isClosed) return;
      state.isClosed = true;
      listeners.clear();
      watched.clear();
      if (worker === null) return;
      const ending = worker;
      await new Promise<void>((resolve) => {
        ending.once('exit', () => {
          resolve();
        });
        send({ kind: 'close' });
      });
    },
    watchedCount: () => watched.size,
  };
}
