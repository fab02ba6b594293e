/**
 * A few persistent worker threads that answer jobs one after the other. Blocking calls belong there: they are many
 * times cheaper than promises, and a disk that hangs takes a thread with it instead of the program. The pool must never
 * lose a job: a dead worker's jobs are given out again, and one that kills twice is answered as such. Where the system
 * has no room for a thread's open files, no job is to blame, and the threads that stand do the work. Each thread takes as
 * much memory as a small program, so those of a pool at rest end, and start again with the next job.
 */
import { clearTimeout, setTimeout } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { makeFairTurns } from './message-fairness.ts';
import { isOpenFilesLimit, NoThreadStarts } from '../open-files-limit.ts';

export type JobOutcome<Reply> =
  | { readonly kind: 'answered'; readonly reply: Reply }
  /** The job was given to two workers and both died over it. */
  | { readonly kind: 'worker-died' };

export interface WorkerPool<Job, Reply, Progress> {
  /**
   * Queues a job. Rejects with `signal.reason` on abort: a waiting job is dropped, a running one is asked to stop
   * through its flag, and its late answer is ignored. Throws when `maxWaiting` jobs already wait or after `close()`, and
   * `NoThreadStarts` (code `EMFILE`) when the system lets not one thread open its files.
   */
  run(
    job: Job,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<JobOutcome<Reply>>;
  /** Rejects whatever is unfinished and ends the threads. Calling it again is harmless. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  readonly url: URL;
  readonly workers: number;
  /** Jobs handed to a worker beforehand, so that it never waits for the main thread between two small ones. */
  readonly jobsPerWorker: number;
  readonly maxWaiting: number;
  /** Calls `act` after `ms`, unless the returned function is called first. Node's own timer when absent. */
  readonly startTimer?: ((ms: number, act: () => void) => () => void) | undefined;
}

/** What a worker is told; `slot` is its cancel flag's place. */
export interface JobMessage<Job> {
  readonly id: number;
  readonly slot: number;
  readonly job: Job;
}

export type WorkerMessage<Reply, Progress> =
  | { readonly id: number; readonly kind: 'reply'; readonly reply: Reply }
  /** It was cancelled before it began. */
  | { readonly id: number; readonly kind: 'skipped' }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: Progress };

interface PendingJob<Job, Reply, Progress> {
  readonly id: number;
  readonly job: Job;
  readonly onProgress: (progress: Progress) => void;
  readonly finish: (outcome: JobOutcome<Reply>) => void;
  readonly reject: (reason: unknown) => void;
  /** Workers that ended while busy with it. */
  deaths: number;
}

/** A job in a worker's hands. `job` is null once nobody waits for it here; the slot stays taken until the answer. */
interface Handed<Job, Reply, Progress> {
  readonly id: number;
  job: PendingJob<Job, Reply, Progress> | null;
}

interface Thread<Job, Reply, Progress> {
  readonly worker: Worker;
  readonly cancelFlags: Int32Array<SharedArrayBuffer>;
  readonly slots: (Handed<Job, Reply, Progress> | null)[];
  /** Its present job was given up and has not come back: perhaps it hangs on a dead mount. It gets no new work. */
  isDoubtful: boolean;
  /** What it ended of, when that was the system's limit of open files. */
  lack: unknown;
}

/** A hanging disk may keep this many threads besides the working ones; after that, jobs wait for one to return. */
const MAX_DOUBTFUL_THREADS = 6;

/** Starting a thread takes 20 ms: too much for each of the files that come one after the other. */
export const THREADS_REST_MS = 10_000;

/** Limits of a thread that keeps little: room for new objects, of which each would take as much as a whole program. */
export const SMALL_HEAP = { maxYoungGenerationSizeMb: 4 } as const;

/** The module `name` beside `moduleUrl`, as .ts from source and as .js in the flat build. */
export function siblingWorker(name: string, moduleUrl: string): URL {
  return new URL(`./${name}${moduleUrl.slice(moduleUrl.lastIndexOf('.'))}`, moduleUrl);
}

/** Threads start with the first job, and a pool at rest does not keep the process alive. */
export function makeWorkerPool<Job, Reply, Progress = never>(
  options: WorkerPoolOptions,
): WorkerPool<Job, Reply, Progress> {
  type Pending = PendingJob<Job, Reply, Progress>;
  type PoolThread = Thread<Job, Reply, Progress>;

  for (const name of ['workers', 'jobsPerWorker', 'maxWaiting'] as const) {
    if (!Number.isInteger(options[name]) || options[name] < 1) {
      throw new RangeError(`${name} must be a positive integer, but is ${options[name]}`);
    }
  }
  const turns = makeFairTurns<{ thread: PoolThread; message: WorkerMessage<Reply, Progress> }>(
    ({ thread, message }) => receive(thread, message),
  );
  const waiting: Pending[] = [];
  const threads = new Set<PoolThread>();
  const lifecycle = { isClosed: false, lastId: 0 };
  const startTimer = options.startTimer ?? startRealTimer;
  let stopRest: (() => void) | null = null;
  let mostThreads = options.workers; // fewer once the system had no room for one more

  function startThread(): PoolThread {
    const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * options.jobsPerWorker);
    const thread: PoolThread = {
      // An empty environment: nothing there is needed, and nothing there may change what a worker does.
      worker: new Worker(options.url, {
        workerData: buffer,
        env: {},
        execArgv: [],
        resourceLimits: SMALL_HEAP,
      }),
      cancelFlags: new Int32Array(buffer),
      slots: Array.from({ length: options.jobsPerWorker }, () => null),
      isDoubtful: false,
      lack: null,
    };
    threads.add(thread);
    thread.worker.on('message', (message: WorkerMessage<Reply, Progress>) => {
      turns.take({ thread, message });
    });
    // 'exit' follows every 'error'; the listener keeps an uncaught one from ending the process.
    thread.worker.on('error', (error) => {
      if (isOpenFilesLimit(error)) thread.lack = error;
    });
    thread.worker.on('exit', () => {
      turns.flush((answer) => answer.thread === thread); // its last answers hold
      bury(thread);
    });
    return thread;
  }

  /** In the order the worker takes them: the first is the one it is busy with. */
  function inHand(thread: PoolThread): Handed<Job, Reply, Progress>[] {
    return thread.slots
      .filter((handed) => handed !== null)
      .toSorted((one, other) => one.id - other.id);
  }

  function receive(thread: PoolThread, message: WorkerMessage<Reply, Progress>): void {
    const slot = thread.slots.findIndex((handed) => handed?.id === message.id);
    const job = thread.slots[slot]?.job;
    if (message.kind === 'progress') {
      job?.onProgress(message.progress);
      return;
    }
    thread.slots[slot] = null;
    if (job && message.kind === 'reply') job.finish({ kind: 'answered', reply: message.reply });
    thread.isDoubtful = false;
    retireSurplus(thread);
    handOut();
  }

  /** A doubtful thread that came back may be one too many. */
  function retireSurplus(thread: PoolThread): void {
    if (soundThreads().length <= mostThreads || inHand(thread).length > 0) return;
    end(thread);
  }

  function end(thread: PoolThread): void {
    threads.delete(thread);
    void thread.worker.terminate();
  }

  function bury(thread: PoolThread): void {
    threads.delete(thread);
    const [current, ...others] = inHand(thread).map((handed) => handed.job);
    waiting.unshift(...others.filter((job) => job !== null));
    if (thread.lack !== null) {
      if (current) waiting.unshift(current);
      makeDoWithoutIt(thread.lack);
    } else if (current) {
      current.deaths += 1;
      if (current.deaths < 2) waiting.unshift(current);
      else current.finish({ kind: 'worker-died' });
    }
    handOut();
  }

  function makeDoWithoutIt(lack: unknown): void {
    mostThreads = soundThreads().length;
    if (mostThreads > 0) return;
    mostThreads = options.workers; // whoever asks again may find more room
    for (const job of waiting.splice(0)) job.reject(new NoThreadStarts(lack));
  }

  function soundThreads(): PoolThread[] {
    return [...threads].filter((thread) => !thread.isDoubtful);
  }

  function threadWithRoom(): PoolThread | null {
    const sound = soundThreads();
    const load = (thread: PoolThread): number => inHand(thread).length;
    const leastBusy = sound.toSorted((one, other) => load(one) - load(other))[0];
    if (leastBusy && load(leastBusy) === 0) return leastBusy;
    const doubtful = threads.size - sound.length;
    if (sound.length < mostThreads && doubtful < MAX_DOUBTFUL_THREADS) return startThread();
    return leastBusy && load(leastBusy) < options.jobsPerWorker ? leastBusy : null;
  }

  function handOut(): void {
    while (waiting.length > 0 && !lifecycle.isClosed) {
      const thread = threadWithRoom();
      const job = thread && waiting.shift();
      if (!job) break;
      stopRest?.();
      stopRest = null;
      const slot = thread.slots.indexOf(null);
      thread.slots[slot] = { id: job.id, job };
      Atomics.store(thread.cancelFlags, slot, 0);
      thread.worker.ref();
      const message: JobMessage<Job> = { id: job.id, slot, job: job.job };
      thread.worker.postMessage(message);
    }
    letRest();
  }

  /** Not while closing: a process that stops waiting for a thread's end never hears of it. */
  function letRest(): void {
    if (lifecycle.isClosed) return;
    const idle = idleThreads();
    for (const thread of idle) thread.worker.unref();
    if (idle.length === 0 || idle.length < soundThreads().length) return;
    stopRest ??= startTimer(THREADS_REST_MS, () => {
      stopRest = null;
      for (const thread of idleThreads()) end(thread);
    });
  }

  function idleThreads(): PoolThread[] {
    return [...threads].filter((thread) => inHand(thread).length === 0);
  }

  function cancelInThread(thread: PoolThread, handed: Handed<Job, Reply, Progress>): void {
    handed.job = null;
    const slot = thread.slots.indexOf(handed);
    Atomics.store(thread.cancelFlags, slot, 1);
    Atomics.notify(thread.cancelFlags, slot);
  }

  /** Forgets a job whose caller is gone, wherever it is. */
  function giveUp(job: Pending): void {
    const place = waiting.indexOf(job);
    if (place !== -1) waiting.splice(place, 1);
    for (const thread of threads) {
      const [current, ...others] = inHand(thread);
      if (current?.job === job) {
        // It may hang: those behind it go to other threads.
        cancelInThread(thread, current);
        thread.isDoubtful = true;
        waiting.unshift(...others.map((handed) => handed.job).filter((other) => other !== null));
        for (const handed of others) cancelInThread(thread, handed);
      } else {
        const handed = others.find((other) => other.job === job);
        if (handed) cancelInThread(thread, handed);
      }
    }
    handOut();
  }

  return {
    async run(job, onProgress, signal) {
      signal.throwIfAborted();
      if (lifecycle.isClosed) throw new Error('the worker pool is closed');
      if (waiting.length >= options.maxWaiting) {
        throw new RangeError(`${options.maxWaiting} jobs wait already: await some of them first`);
      }
      lifecycle.lastId += 1;
      const id = lifecycle.lastId;
      let onAbort: (() => void) | null = null;
      const answered = new Promise<JobOutcome<Reply>>((finish, reject) => {
        const pending: Pending = { id, job, onProgress, finish, reject, deaths: 0 };
        onAbort = () => {
          reject(signal.reason as Error);
          giveUp(pending);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(pending);
        handOut();
      });
      try {
        return await answered;
      } finally {
        if (onAbort) signal.removeEventListener('abort', onAbort);
      }
    },
    async close() {
      if (lifecycle.isClosed) return;
      lifecycle.isClosed = true;
      stopRest?.();
      const ending = [...threads];
      const handed = ending.flatMap((thread) => inHand(thread).map((entry) => entry.job));
      for (const job of [...waiting.splice(0), ...handed]) {
        job?.reject(new Error('the worker pool was closed'));
      }
      for (const thread of ending) {
        for (const entry of inHand(thread)) cancelInThread(thread, entry);
      }
      // A thread at rest does not keep the process alive, but its end has to be waited for.
      for (const thread of ending) thread.worker.ref();
      await Promise.all(ending.map((thread) => thread.worker.terminate()));
    },
  };
}

function startRealTimer(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => {
    clearTimeout(timer);
  };
}
