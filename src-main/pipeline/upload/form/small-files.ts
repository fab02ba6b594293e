/**
 * The door to small files that are sent: a thread of its own reads and proves them, since promises for it cost more than
 * the sending, and does not wait behind large files that are fingerprinted.
 */
import { fail } from '../../../../src-shared/model/result.ts';
import { NoThreadStarts } from '../../../platform/open-files-limit.ts';
import { makeWorkerPool } from '../../../platform/threads/worker-pool.ts';
import { siblingWorker } from '../../../platform/threads/worker-thread.ts';
import { limitProofs } from './proof-timeout.ts';
import { unreadable } from './source-file.ts';
import type { Proof, ProveSmall, SmallSource } from './small-file.ts';
import { realClock } from '../../../platform/real-ports.ts';

export interface SmallFiles {
  readonly prove: ProveSmall;
  close(): Promise<void>;
}

/** So that it never pauses between two of them. */
const JOBS_AT_HAND = 8;
const MOST_WAITING = 1_000;

export function makeSmallFiles(): SmallFiles {
  const pool = makeWorkerPool<SmallSource, Proof>({
    url: siblingWorker('small-file-worker', import.meta.url),
    workers: 1,
    jobsPerWorker: JOBS_AT_HAND,
    maxWaiting: MOST_WAITING,
  });
  const prove: ProveSmall = async (source, signal) => {
    try {
      const outcome = await pool.run(source, () => undefined, signal);
      if (outcome.kind === 'answered') return outcome.reply;
      return fail({ kind: 'source-unreadable', code: 'EWORKER' });
    } catch (error) {
      if (error instanceof NoThreadStarts) return fail(unreadable(error));
      throw error;
    }
  };
  return { prove: limitProofs(prove, realClock), close: () => pool.close() };
}
