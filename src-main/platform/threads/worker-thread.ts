/**
 * One worker thread and its message protocol; `serve-jobs.ts` is the other end. A job has a number. The thread takes
 * jobs in their order and answers each once, possibly after progress reports. A command is a job without an answer; the
 * thread reports anything about it, now or much later, under number 0.
 */
import { clearTimeout, setTimeout } from 'node:timers';
import { leaveRemovedFolder, systemLackOf } from '../errno.ts';
import { Worker, type Transferable } from 'node:worker_threads';

export interface ToThread<Job> {
  /** From 1 on; 0 for a command. */
  readonly id: number;
  readonly job: Job;
}

/** To a thread that was still loading when it was to end. */
export const END = 'end';

export type FromThread<Reply, Report> =
  | { readonly id: number; readonly kind: 'reply'; readonly reply: Reply }
  /** It was cancelled before it began. */
  | { readonly id: number; readonly kind: 'skipped' }
  | { readonly id: number; readonly kind: 'report'; readonly report: Report };

export interface WorkerThread<Job> {
  /** Sends a job and returns its number. `transfer`: buffers that are moved instead of copied. */
  ask(job: Job, transfer?: readonly Transferable[]): number;
  /** Sends a command. */
  tell(command: Job): void;
  /** Asks it to skip a job, or to stop in the middle; the job is answered anyway. */
  cancel(id: number): void;
  /** Whether the process waits for this thread. It does at first. */
  keepProcessAlive(isNeeded: boolean): void;
  /** The steps that it has made in all its jobs. */
  steps(): number;
  /** Resolves when it has ended, or hangs in a call that does not return (`hangingThreads`). */
  end(): Promise<void>;
}

export interface ThreadOptions<Reply, Report> {
  readonly url: URL;
  readonly onMessage: (message: FromThread<Reply, Report>) => void;
  /** Called once, as the last event. `error` is the cause of death, null when it was ended or exited by itself. */
  readonly onEnd: (error: unknown) => void;
  /** How many unanswered jobs can be told apart when one is cancelled: as many as are sent at once. 1 when absent. */
  readonly jobsAtOnce?: number;
}

/** Limits for a thread with little data: by default, memory for new objects takes as much as a whole program. */
export const SMALL_HEAP = { maxYoungGenerationSizeMb: 4 } as const;

/** A thread ends in its next step; one that has not after this time hangs. */
const END_MS = 500;
const LOADING_END_MS = 2_000;
const ending = new Set<Worker>();

/** Threads that were to end and hang. The process cannot end as it does otherwise: `leave-at-once.ts`. */
export const hangingThreads = (): number => ending.size;

/** `isLoaded`: V8 ends the whole process where a thread is ended from outside while its modules load. */
function endOrLeave(worker: Worker, isLoaded: boolean): Promise<void> {
  if (ending.has(worker)) return Promise.resolve();
  ending.add(worker);
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => {
        worker.unref();
        resolve();
      },
      isLoaded ? END_MS : LOADING_END_MS,
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      ending.delete(worker);
      resolve();
    });
    if (isLoaded) void worker.terminate();
    else worker.postMessage(END);
  });
}

/** The module `name` beside `moduleUrl`, as .ts from source and as .js in the flat build. */
export function siblingWorker(name: string, moduleUrl: string): URL {
  return new URL(`./${name}${moduleUrl.slice(moduleUrl.lastIndexOf('.'))}`, moduleUrl);
}

export function startThread<Job, Reply, Report = never>(
  options: ThreadOptions<Reply, Report>,
): WorkerThread<Job> {
  const flags = options.jobsAtOnce ?? 1;
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * (flags + 2));
  const cancelFlags = new Int32Array(memory, 0, flags);
  const steps = new Int32Array(memory, Int32Array.BYTES_PER_ELEMENT * flags, 1);
  const loaded = new Int32Array(memory, Int32Array.BYTES_PER_ELEMENT * (flags + 1), 1);
  // An empty environment: nothing there is needed, and nothing there may change what a worker does.
  const worker = new Worker(options.url, {
    workerData: memory,
    env: {},
    execArgv: [],
    resourceLimits: SMALL_HEAP,
  });
  let lastId = 0;
  let deadlyError: unknown = null;
  worker.on('message', options.onMessage);
  // 'exit' follows every 'error'; the listener keeps an uncaught one from ending the process.
  worker.on('error', (error: unknown) => {
    deadlyError = error;
    if (error instanceof Error && systemLackOf(error) === 'working-folder')
      leaveRemovedFolder(error);
  });
  worker.on('exit', () => {
    options.onEnd(deadlyError);
  });

  function send(message: ToThread<Job>, transfer: readonly Transferable[] = []): void {
    worker.postMessage(message, transfer);
  }

  return {
    ask(job, transfer) {
      lastId += 1;
      // Jobs are answered in order, so that running ones never share a flag.
      Atomics.store(cancelFlags, lastId % cancelFlags.length, 0);
      send({ id: lastId, job }, transfer);
      return lastId;
    },
    tell: (job) => send({ id: 0, job }),
    cancel(id) {
      const flag = id % cancelFlags.length;
      Atomics.store(cancelFlags, flag, 1);
      Atomics.notify(cancelFlags, flag);
    },
    keepProcessAlive(isNeeded) {
      if (isNeeded) worker.ref();
      else worker.unref();
    },
    steps: () => Atomics.load(steps, 0),
    end: () => endOrLeave(worker, Atomics.load(loaded, 0) === 1),
  };
}
