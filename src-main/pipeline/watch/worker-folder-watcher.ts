/**
 * The real FolderWatcher: commands and hints to and from the watching threads, one for each source in use. When a
 * thread dies, another one takes over its directories. Notices are missing then, so everything must be scanned.
 */
import { makeListeners } from '../../../src-shared/model/listeners.ts';
import type { WatchSourceName } from '../../../src-shared/model/folders/folder-rules.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  isSameMethod,
  type FolderHint,
  type FolderWatcher,
  type WatchMethod,
} from './folder-watcher.ts';
import type { WatchCommand, WatchCommands, WatchReport } from './watch-worker.ts';
import { realClock } from '../../platform/real-ports.ts';
import {
  siblingWorker,
  startThread,
  type WorkerThread,
} from '../../platform/threads/worker-thread.ts';

const NEVER = new AbortController().signal;
/** A thread that keeps dying is given up: timed scans find everything, only later. */
const MAX_RESTARTS = 3;
/** A thread that has not let go of its watches after this time hangs with a drive. */
const CLOSING_MS = 500;

interface Thread {
  /** Null once it is given up. */
  worker: WorkerThread<WatchCommands> | null;
  /** Told together, once all of a turn are known. */
  readonly commands: WatchCommand[];
  restarts: number;
  /** Called when it holds no watch any more, or has ended. */
  onClosed: () => void;
}

/** `url` is the watching thread's entry; a test may give one that dies. */
export function makeWorkerFolderWatcher(
  url = siblingWorker('watch-worker', import.meta.url),
): FolderWatcher {
  const watched = new Map<string, WatchMethod>();
  const hints = makeListeners<[FolderHint]>();
  const threads = new Map<WatchSourceName, Thread>();
  let isClosed = false;

  function receive(
    source: WatchSourceName,
    message: Exclude<WatchReport, { kind: 'closed' }>,
  ): void {
    if (isClosed) return;
    switch (message.kind) {
      case 'dirty':
        for (const directory of message.directories) {
          // It may have been released while the hint was in transit.
          if (watched.has(directory)) hints.tell({ kind: 'dirty', directory });
        }
        break;
      case 'limit': {
        const { directory, errno } = message;
        const method = watched.get(directory);
        if (method?.source !== source) break; // it was released meanwhile, or is watched otherwise
        watched.delete(directory);
        hints.tell({ kind: 'limit', directory, method, errno });
        break;
      }
      case 'overflow':
      case 'error':
        hints.tell(message);
        break;
      default:
        assertNever(message);
    }
  }

  function startWorker(source: WatchSourceName, thread: Thread): void {
    // A thread has an empty environment, which also keeps chokidar's own variables from turning watching into polling.
    const worker = startThread<WatchCommands, null, WatchReport>({
      url,
      onMessage(message) {
        if (message.kind !== 'report') return;
        if (message.report.kind === 'closed') thread.onClosed();
        else receive(source, message.report);
      },
      onEnd(error) {
        thread.worker = null;
        thread.onClosed();
        if (isClosed) return;
        if (error instanceof Error) hints.tell({ kind: 'error', message: error.message });
        restart(source, thread);
      },
    });
    thread.worker = worker;
    worker.tell([{ kind: 'start', source }]);
  }

  function restart(source: WatchSourceName, thread: Thread): void {
    if (thread.restarts === MAX_RESTARTS) {
      hints.tell({ kind: 'error', message: 'the watching thread keeps ending' });
      return;
    }
    thread.restarts += 1;
    startWorker(source, thread);
    for (const [directory, method] of watched) {
      if (method.source === source)
        send(source, { kind: 'watch', directory, pollSeconds: method.pollSeconds });
    }
    hints.tell({ kind: 'overflow' });
  }

  function newThread(source: WatchSourceName): Thread {
    const thread: Thread = { worker: null, commands: [], restarts: 0, onClosed: () => {} };
    threads.set(source, thread);
    startWorker(source, thread);
    return thread;
  }

  function send(source: WatchSourceName, command: WatchCommand): void {
    const thread = threads.get(source) ?? newThread(source);
    const { commands } = thread;
    commands.push(command);
    if (commands.length === 1) void realClock.sleep(0, NEVER).then(() => tellCommands(thread));
  }

  function unwatch(directory: string): void {
    const method = watched.get(directory);
    if (method === undefined) return;
    watched.delete(directory);
    send(method.source, { kind: 'unwatch', directory });
  }

  return {
    watch(directory, method) {
      if (isClosed) throw new Error('the watcher is closed');
      const before = watched.get(directory);
      if (before !== undefined && isSameMethod(before, method)) return;
      unwatch(directory);
      watched.set(directory, method);
      send(method.source, { kind: 'watch', directory, pollSeconds: method.pollSeconds });
    },
    unwatch,
    onHint: hints.on,
    async close() {
      if (isClosed) return;
      isClosed = true;
      hints.clear();
      watched.clear();
      await Promise.all([...threads.values()].map(end));
    },
    watchedCount: () => watched.size,
  };
}

function tellCommands({ worker, commands }: Thread): void {
  const told = commands.splice(0); // a thread that was given up needs none
  if (told.length > 0) worker?.tell(told);
}

async function end(thread: Thread): Promise<void> {
  const { worker } = thread;
  if (worker === null) return;
  const closed = new Promise<void>((resolve) => {
    thread.onClosed = resolve;
    tellCommands(thread);
    worker.tell([{ kind: 'close' }]);
  });
  const waited = new AbortController();
  await Promise.race([closed, realClock.sleep(CLOSING_MS, waited.signal).catch(() => {})]);
  waited.abort();
  await worker.end();
}
