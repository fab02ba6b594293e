/** The worker's end of `worker-thread.ts`: takes jobs in their order and answers each exactly once, or dies. */
import { parentPort, workerData, type Transferable } from 'node:worker_threads';
import { END, type FromThread, type ToThread } from './worker-thread.ts';

interface JobContext<Report> {
  /** True once the caller has lost interest. Asking tells that another step was made: ask between two steps. */
  readonly isCancelled: () => boolean;
  /** Blocks the thread; returns early when the job is cancelled. */
  pause(ms: number): void;
  /** Reports about a command are possible at any time, also after the handler has returned. */
  readonly report: (report: Report) => void;
}

interface Answer<Reply> {
  readonly reply: Reply;
  /** Buffers of the reply that are moved instead of copied. */
  readonly transfer: readonly Transferable[];
}

/** The answer to a command is dropped. */
export type JobHandler<Job, Reply, Report = never> = (
  job: Job,
  context: JobContext<Report>,
) => Answer<Reply>;

/** Runs `handle` for every job, synchronously. An exception ends the worker: the main thread decides what to do. */
export function serveJobs<Job, Reply, Report>(handle: JobHandler<Job, Reply, Report>): void {
  if (parentPort === null) throw new Error('this module is the entry of a worker thread');
  const port = parentPort;
  const memory = new Int32Array(workerData as SharedArrayBuffer);
  const cancelFlags = memory.subarray(0, -2);
  const steps = memory.subarray(-2, -1);
  const loaded = memory.subarray(-1);
  const send = (message: FromThread<Reply, Report>, transfer: readonly Transferable[] = []): void =>
    port.postMessage(message, transfer);
  setImmediate(() => void Atomics.store(loaded, 0, 1)); // this runs while the entry module is being evaluated
  port.on('message', (message: ToThread<Job> | typeof END) => {
    if (message === END) process.exit(); // of this thread alone
    const { id, job } = message;
    const flag = id % cancelFlags.length;
    const isCancelled = (): boolean => {
      Atomics.add(steps, 0, 1);
      return id !== 0 && Atomics.load(cancelFlags, flag) === 1;
    };
    if (isCancelled()) {
      send({ id, kind: 'skipped' });
      return;
    }
    const { reply, transfer } = handle(job, {
      isCancelled,
      pause: (ms) => void Atomics.wait(cancelFlags, flag, 0, ms),
      report: (report) => send({ id, kind: 'report', report }),
    });
    if (id !== 0) send({ id, kind: 'reply', reply }, transfer);
  });
}
