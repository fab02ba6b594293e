/** Threads that read what was chosen to be checked, so that gigabytes block no face. */
import os from 'node:os';
import type { Digests } from '../../../../src-shared/model/proofs/hash-method.ts';
import { makeWorkerPool } from '../../../platform/threads/worker-pool.ts';
import { siblingWorker } from '../../../platform/threads/worker-thread.ts';
import type { ReadOrder } from './read-worker.ts';

const MOST_WORKERS = 4;
const MOST_WAITING = 100_000;

export function makeReader() {
  const workers = Math.min(MOST_WORKERS, os.availableParallelism());
  const pool = makeWorkerPool<ReadOrder, readonly (Digests | null)[], number>({
    url: siblingWorker('read-worker', import.meta.url),
    workers,
    jobsPerWorker: 2,
    maxWaiting: MOST_WAITING,
  });
  return {
    /** `onRead` is told how many bytes more were read. Rejects with `signal.reason` on abort. */
    async read(order: ReadOrder, onRead: (bytes: number) => void, signal: AbortSignal) {
      const outcome = await pool.run(order, onRead, signal);
      return outcome.kind === 'answered' ? outcome.reply : order.map(() => null);
    },
    close: () => pool.close(),
  };
}
export type Reader = ReturnType<typeof makeReader>;
