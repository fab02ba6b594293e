/**
 * A few persistent worker threads that answer jobs one after the other (`worker-thread.ts`). They run blocking calls,
 * which are many times cheaper than promises, and a disk that hangs blocks a thread instead of the program. The pool
 * must never lose a job: a dead worker's jobs are given out again, and a job that kills two workers is answered as
 * such. When the system lacks open files for a new thread, no job is to blame, and the running threads do the work.
 * Each thread takes as much memory as a small program, so the threads of an idle pool end, and start again with the
 * next job.
 */
import { clearTimeout, setTimeout } from 'node:timers';
import { isOpenFilesLimit, NoThreadStarts } from '../open-files-limit.ts';
import { makeMessageFairness } from './message-fairness.ts';
import { startThread, type FromThread, type WorkerThread } from './worker-thread.ts';

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
  /** Rejects unfinished jobs and ends the threads. Calling it again is harmless. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  readonly url: URL;
  readonly workers: number;
  /** Jobs handed to a worker in advance, so that it never waits for the main thread between two small ones. */
  readonly jobsPerWorker: number;
  readonly maxWaiting: number;
  /** Calls `act` after `ms`, unless the returned function is called first. Node's own timer when absent. */
  readonly startTimer?: ((ms: number, act: () => void) => () => void) | undefined;
}

interface PendingJob<Job, Reply, Progress> {
  readonly job: Job;
  readonly onProgress: (progress: Progress) => void;
  readonly finish: (outcome: JobOutcome<Reply>) => void;
  readonly reject: (reason: unknown) => void;
  /** Workers that ended while busy with it. */
  deaths: number;
}

interface PoolThread<Job, Reply, Progress> {
  readonly worker: WorkerThread<Job>;
  /**
   * Its unanswered jobs, oldest first: it is busy with that one. Null once nobody waits for the answer, which comes
   * anyway.
   */
  readonly inHand: Map<number, PendingJob<Job, Reply, Progress> | null>;
  /** Its current job was abandoned and has not come back: perhaps it hangs on a dead mount. It gets no new work. */
  isDoubtful: boolean;
}

/** A hanging disk may hold this many threads besides the working ones; after that, jobs wait for one to return. */
const MAX_DOUBTFUL_THREADS = 6;

/** Starting a thread takes 20 ms: too much for each of a series of files. */
export const THREADS_REST_MS = 10_000;

/** Threads start with the first job, and an idle pool does not keep the process alive. */
export function makeWorkerPool<Job, Reply, Progress = never>(
  options: WorkerPoolOptions,
): WorkerPool<Job, Reply, Progress> {
  type Pending = PendingJob<Job, Reply, Progress>;
  type Thread = PoolThread<Job, Reply, Progress>;

  for (const name of ['workers', 'jobsPerWorker', 'maxWaiting'] as const) {
    if (!Number.isInteger(options[name]) || options[name] < 1) {
      throw new RangeError(`${name} must be a positive integer, but is ${options[name]}`);
    }
  }
  const turns = makeMessageFairness<{ thread: Thread; message: FromThread<Reply, Progress> }>(
    ({ thread, message }) => receive(thread, message),
  );
  const waiting: Pending[] = [];
  const threads = new Set<Thread>();
  const startTimer = options.startTimer ?? startRealTimer;
  let isClosed = false;
  let stopRest: (() => void) | null = null;
  let mostThreads = options.workers; // fewer once the system could start no more

  function startOne(): Thread {
    const thread: Thread = {
      worker: startThread<Job, Reply, Progress>({
        url: options.url,
        jobsAtOnce: options.jobsPerWorker,
        onMessage: (message) => turns.take({ thread, message }),
        onEnd: (error) => {
          turns.flush((answer) => answer.thread === thread); // its last answers hold
          bury(thread, isOpenFilesLimit(error) ? error : null);
        },
      }),
      inHand: new Map(),
      isDoubtful: false,
    };
    threads.add(thread);
    return thread;
  }

  function receive(thread: Thread, message: FromThread<Reply, Progress>): void {
    const job = thread.inHand.get(message.id);
    if (message.kind === 'report') {
      job?.onProgress(message.report);
      return;
    }
    thread.inHand.delete(message.id);
    if (job && message.kind === 'reply') job.finish({ kind: 'answered', reply: message.reply });
    thread.isDoubtful = false;
    retireSurplus(thread);
    handOut();
  }

  /** After the return of a suspended thread there may be one too many. */
  function retireSurplus(thread: Thread): void {
    if (soundThreads().length <= mostThreads || thread.inHand.size > 0) return;
    end(thread);
  }

  function end(thread: Thread): void {
    threads.delete(thread);
    void thread.worker.end();
  }

  /** `lack`: set when it died because the system lacked open files, for which no job is to blame. */
  function bury(thread: Thread, lack: unknown): void {
    threads.delete(thread);
    const [current, ...others] = thread.inHand.values();
    thread.inHand.clear();
    waiting.unshift(...others.filter((job) => job !== null));
    if (lack !== null) {
      if (current) waiting.unshift(current);
      makeDoWithoutIt(lack);
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
    mostThreads = options.workers; // the next caller may have more success
    for (const job of waiting.splice(0)) job.reject(new NoThreadStarts(lack));
  }

  function soundThreads(): Thread[] {
    return [...threads].filter((thread) => !thread.isDoubtful);
  }

  function threadWithRoom(): Thread | null {
    const sound = soundThreads();
    const leastBusy = sound.toSorted((one, other) => one.inHand.size - other.inHand.size)[0];
    if (leastBusy?.inHand.size === 0) return leastBusy;
    const doubtful = threads.size - sound.length;
    if (sound.length < mostThreads && doubtful < MAX_DOUBTFUL_THREADS) return startOne();
    return leastBusy && leastBusy.inHand.size < options.jobsPerWorker ? leastBusy : null;
  }

  function handOut(): void {
    if (isClosed) return;
    while (waiting.length > 0) {
      const thread = threadWithRoom();
      const job = thread && waiting.shift();
      if (!job) break;
      stopRest?.();
      stopRest = null;
      thread.worker.keepProcessAlive(true);
      thread.inHand.set(thread.worker.ask(job.job), job);
    }
    letRest();
  }

  function letRest(): void {
    const idle = idleThreads();
    for (const thread of idle) thread.worker.keepProcessAlive(false);
    if (idle.length === 0 || idle.length < soundThreads().length) return;
    stopRest ??= startTimer(THREADS_REST_MS, () => {
      stopRest = null;
      for (const thread of idleThreads()) end(thread);
    });
  }

  function idleThreads(): Thread[] {
    return [...threads].filter((thread) => thread.inHand.size === 0);
  }

  function cancelInThread(thread: Thread, id: number): void {
    thread.inHand.set(id, null);
    thread.worker.cancel(id);
  }

  /** Drops a job whose caller is gone, wherever it is. */
  function giveUp(job: Pending): void {
    const index = waiting.indexOf(job);
    if (index !== -1) waiting.splice(index, 1);
    for (const thread of threads) {
      const [current, ...others] = [...thread.inHand];
      if (current?.[1] === job) {
        // It may hang: the jobs behind it go to other threads.
        thread.isDoubtful = true;
        waiting.unshift(...others.map(([, other]) => other).filter((other) => other !== null));
        for (const id of thread.inHand.keys()) cancelInThread(thread, id);
      } else {
        const handed = others.find(([, other]) => other === job);
        if (handed) cancelInThread(thread, handed[0]);
      }
    }
    handOut();
  }

  return {
    async run(job, onProgress, signal) {
      signal.throwIfAborted();
      if (isClosed) throw new Error('the worker pool is closed');
      if (waiting.length >= options.maxWaiting) {
        throw new RangeError(`${options.maxWaiting} jobs wait already: await some of them first`);
      }
      let onAbort: (() => void) | null = null;
      const answered = new Promise<JobOutcome<Reply>>((finish, reject) => {
        const pending: Pending = { job, onProgress, finish, reject, deaths: 0 };
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
      if (isClosed) return;
      isClosed = true;
      stopRest?.();
      const ending = [...threads];
      const handed = ending.flatMap(({ inHand }) => [...inHand.values()]);
      for (const job of [...waiting.splice(0), ...handed]) {
        job?.reject(new Error('the worker pool was closed'));
      }
      for (const thread of ending) {
        for (const id of thread.inHand.keys()) cancelInThread(thread, id);
      }
      await Promise.all(ending.map((thread) => thread.worker.end()));
    },
  };
}

function startRealTimer(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms).unref();
  return () => {
    clearTimeout(timer);
  };
}
