/**
 * Copies files in a thread of its own that reads each file once, so that a bundle of gigabytes blocks no face and waits
 * for no fingerprint.
 */
import type { CopyOrder, CopyOutcome } from './copy-file.ts';
import type { CopyFile } from './make-bundle.ts';
import { makeWorkerPool } from '../../../platform/threads/worker-pool.ts';
import { siblingWorker } from '../../../platform/threads/worker-thread.ts';

const MOST_WAITING = 100;

export function makeCopier() {
  const pool = makeWorkerPool<CopyOrder, CopyOutcome, number>({
    url: siblingWorker('copy-worker', import.meta.url),
    workers: 1,
    jobsPerWorker: 1,
    maxWaiting: MOST_WAITING,
  });
  const copyFile: CopyFile = async (order, onRead, signal) => {
    const outcome = await pool.run(order, onRead, signal);
    return outcome.kind === 'answered' ? outcome.reply : { kind: 'unreadable', errno: 'EWORKER' };
  };
  return { copyFile, close: () => pool.close() };
}
