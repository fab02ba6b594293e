/**
 * A few persistent worker threads that answer jobs one after the other (`worker-thread.ts`). They run blocking calls,
 * which are many times cheaper than promises, and a disk that hangs blocks a thread instead of the program. The pool
 * must never lose a job: a dead worker's jobs are given out again, and a job that kills two workers is answered as
 * such. When the system lets no new thread start, no job is to blame, and the running threads do the work.
 * Each thread takes as much memory as a small program, so the threads of an idle pool end, and start again with the
 * next job.
 */
import { clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from 'node:timers';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { areSilent, isSilent } from '../disk/silent-drives.ts';
import { NoThreadStarts, type SystemLack, systemLackOf } from '../errno.ts';
import { type FromThread, startThread, type WorkerThread } from './worker-thread.ts';

export type JobOutcome<Reply> =
  | { readonly kind: 'answered'; readonly reply: Reply }
  /** The job was given to two workers and both died over it. */
  | { readonly kind: 'worker-died' }
  /** What it asks about is on a drive that answers nothing any more. Only where `placesOf` is given. */
  | { readonly kind: 'silent' };

export interface WorkerPool<Job, Reply, Progress> {
  /**
   * Queues a job. Rejects with `signal.reason` on abort: a waiting job is dropped, a running one is asked to stop
   * through its flag, and its late answer is ignored. Throws when `maxWaiting` jobs already wait or after `close()`, and
   * `NoThreadStarts` when the system lets not one thread start.
   */
  run(
    job: Job,
    onProgress: (progress: Progress) => void,
    signal: AbortSignal,
  ): Promise<JobOutcome<Reply>>;
  /** Rejects unfinished jobs and ends the threads. Calling it again is harmless. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions<Job> {
  readonly url: URL;
  readonly workers: number;
  /** Jobs handed to a worker in advance, so that it never waits for the main thread between two small ones. */
  readonly jobsPerWorker: number;
  readonly maxWaiting: number;
  /** What a job asks drives about. One that hangs with its drive is answered as such after eight seconds. */
  readonly placesOf?: ((job: Job) => readonly string[]) | undefined;
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
  /** Its current job and its steps when it was looked at last, and how often it had made none since. */
  seen: { readonly id: number; readonly steps: number; readonly idleLooks: number };
}

/** A hanging disk may hold this many threads besides the working ones; after that, jobs wait for one to return. */
const MAX_DOUBTFUL_THREADS = 6;

/** How often it is looked whether threads make steps. */
const LOOK_MS = SECOND_MS;
/** A thread that made none at so many looks may hang. */
const IDLE_LOOKS = 5;
/** Nobody waits longer for one call, whatever else its drive answers. */
const MOST_IDLE_LOOKS = 60;

/** Starting a thread takes 20 ms: too much for each of a series of files. */
export const THREADS_REST_MS = 10_000;

/** Threads start with the first job, and an idle pool does not keep the process alive. */
export function makeWorkerPool<Job, Reply, Progress = never>(
  options: WorkerPoolOptions<Job>,
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
  let looking: NodeJS.Timeout | null = null;
  const placesOf = options.placesOf ?? (() => []);
  let mostThreads = options.workers; // fewer once the system could start no more

  function startOne(): Thread {
    const thread: Thread = {
      worker: startThread<Job, Reply, Progress>({
        url: options.url,
        jobsAtOnce: options.jobsPerWorker,
        onMessage: (message) => turns.take({ thread, message }),
        onEnd: (error) => {
          turns.flush((answer) => answer.thread === thread); // its last answers hold
          bury(thread, error);
        },
      }),
      inHand: new Map(),
      isDoubtful: false,
      seen: { id: 0, steps: 0, idleLooks: 0 },
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

  /** `error`: of what it died. For what the system lacks no job is to blame. */
  function bury(thread: Thread, error: unknown): void {
    const lack = systemLackOf(error);
    threads.delete(thread);
    const [current, ...others] = thread.inHand.values();
    thread.inHand.clear();
    waiting.unshift(...others.filter((job) => job !== null));
    if (lack !== null) {
      if (current) waiting.unshift(current);
      if (lack !== 'working-folder') makeDoWithoutIt(lack, error); // the next one has another
    } else if (current) {
      current.deaths += 1;
      if (current.deaths < 2) waiting.unshift(current);
      else current.finish({ kind: 'worker-died' });
    }
    handOut();
  }

  function makeDoWithoutIt(lack: SystemLack, cause: unknown): void {
    mostThreads = soundThreads().length;
    if (mostThreads > 0) return;
    mostThreads = options.workers; // the next caller may have more success
    for (const job of waiting.splice(0)) job.reject(new NoThreadStarts(lack, cause));
  }

  function soundThreads(): Thread[] {
    return [...threads].filter((thread) => !thread.isDoubtful);
  }

  function threadWithRoom(): Thread | null {
    const sound = soundThreads();
    const leastBusy = sound.toSorted((one, other) => one.inHand.size - other.inHand.size)[0];
    if (leastBusy?.inHand.size === 0) return leastBusy;
    const doubtful = threads.size - sound.length;
    if (sound.length < mostThreads && doubtful < MAX_DOUBTFUL_THREADS) {
      try {
        return startOne();
      } catch (error) {
        const lack = systemLackOf(error);
        if (lack === null) throw error;
        makeDoWithoutIt(lack, error);
      }
    }
    return leastBusy && leastBusy.inHand.size < options.jobsPerWorker ? leastBusy : null;
  }

  function handOut(): void {
    if (isClosed) return;
    while (waiting.length > 0) {
      const next = waiting[0];
      if (next !== undefined && placesOf(next.job).some(isSilent)) {
        waiting.shift();
        next.finish({ kind: 'silent' });
        continue;
      }
      const thread = threadWithRoom();
      const job = thread && waiting.shift();
      if (!job) break;
      stopRest?.();
      stopRest = null;
      thread.worker.keepProcessAlive(true);
      thread.inHand.set(thread.worker.ask(job.job), job);
      if (options.placesOf !== undefined) looking ??= setInterval(look, LOOK_MS).unref();
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

  /** Looks whether the threads make steps, as long as any is at work. */
  function look(): void {
    let isAnyAtWork = false;
    for (const thread of threads) {
      const [id, job] = thread.inHand.entries().next().value ?? [0, null];
      if (job === null) continue;
      isAnyAtWork = true;
      const steps = thread.worker.steps();
      const hasMoved = steps !== thread.seen.steps || id !== thread.seen.id;
      const idleLooks = hasMoved ? 0 : thread.seen.idleLooks + 1;
      thread.seen = { id, steps, idleLooks };
      if (idleLooks > 0 && idleLooks % IDLE_LOOKS === 0) void askItsDrive(thread, id, job);
    }
    if (isAnyAtWork || looking === null) return;
    clearInterval(looking);
    looking = null;
  }

  /** The others go on; only a drive that does not answer ends the wait for a job. */
  async function askItsDrive(thread: Thread, id: number, job: Pending): Promise<void> {
    const isLong = thread.seen.idleLooks >= MOST_IDLE_LOOKS;
    const hangs = isLong || (await areSilent(placesOf(job.job)));
    if (isClosed || thread.inHand.get(id) !== job) return;
    setAside(thread);
    if (hangs) {
      cancelInThread(thread, id);
      thread.worker.keepProcessAlive(false);
      job.finish({ kind: 'silent' });
    }
    handOut();
  }

  /** It may hang: the jobs behind its current one go to other threads. */
  function setAside(thread: Thread): void {
    thread.isDoubtful = true;
    const [, ...others] = [...thread.inHand];
    waiting.unshift(...others.map(([, other]) => other).filter((other) => other !== null));
    for (const [id] of others) cancelInThread(thread, id);
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
        setAside(thread);
        cancelInThread(thread, current[0]);
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
      if (looking !== null) clearInterval(looking);
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

/** While a turn is younger than this, more messages fit into it. */
const YOUNG_MS = 4;

/**
 * Delivers messages that arrive in large numbers, a few in each turn of the loop. Node delivers up to a thousand
 * messages of a thread in a row, and handling all of them would block everything else.
 */
export function makeMessageFairness<Item>(handOn: (item: Item) => void) {
  let waiting: Item[] = [];
  let turnBeganMs: number | null = null;

  /** By now the microtasks of earlier messages have finished. */
  function nextTurn(): void {
    turnBeganMs = null;
    const item = waiting.shift();
    if (item === undefined) return;
    beginTurn();
    handOn(item);
  }

  function beginTurn(): void {
    turnBeganMs = performance.now();
    setImmediate(nextTurn);
  }

  return {
    /** Delivers it now, or after those that wait already. */
    take(item: Item) {
      if (turnBeganMs === null) beginTurn();
      const isYoung = performance.now() - (turnBeganMs ?? 0) < YOUNG_MS;
      if (isYoung && waiting.length === 0) handOn(item);
      else waiting.push(item);
    },
    /** Delivers at once all matching waiting messages, whose sender has ended. */
    flush(isMeant: (item: Item) => boolean) {
      const meant = waiting.filter(isMeant);
      waiting = waiting.filter((item) => !isMeant(item));
      for (const item of meant) handOn(item);
    },
  };
}
