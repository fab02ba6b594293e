/** The worker's side of worker-pool.ts: takes jobs in order and answers each exactly once, or dies. */
import { parentPort, workerData, type Transferable } from 'node:worker_threads';
import type { JobMessage, WorkerMessage } from './worker-pool.ts';

export interface JobContext<Progress> {
  /** True once the caller has lost interest; ask between two steps. */
  isCancelled(): boolean;
  /** Blocks the thread; returns early when the job is cancelled. */
  pause(ms: number): void;
  report(progress: Progress): void;
}

export interface Answer<Reply> {
  readonly reply: Reply;
  /** Buffers of the reply that are moved instead of copied. */
  readonly transfer: readonly Transferable[];
}

export type JobHandler<Job, Reply, Progress = never> = (
  job: Job,
  context: JobContext<Progress>,
) => Answer<Reply>;

/** Runs `handle` for every job, synchronously. An exception ends the worker: the pool decides what becomes of the job. */
export function serveJobs<Job, Reply, Progress>(handle: JobHandler<Job, Reply, Progress>): void {
  if (parentPort === null) throw new Error('this module is the entry of a worker thread');
  const port = parentPort;
  const cancelFlags = new Int32Array(workerData as SharedArrayBuffer);
  port.on('message', ({ id, slot, job }: JobMessage<Job>) => {
    if (Atomics.load(cancelFlags, slot) === 1) {
      const skipped: WorkerMessage<Reply, Progress> = { id, kind: 'skipped' };
      port.postMessage(skipped);
      return;
    }
    const answer = handle(job, {
      isCancelled: () => Atomics.load(cancelFlags, slot) === 1,
      pause: (ms) => void Atomics.wait(cancelFlags, slot, 0, ms),
      report: (progress) => {
        const message: WorkerMessage<Reply, Progress> = { id, kind: 'progress', progress };
        port.postMessage(message);
      },
    });
    const message: WorkerMessage<Reply, Progress> = { id, kind: 'reply', reply: answer.reply };
    port.postMessage(message, answer.transfer);
  });
}
