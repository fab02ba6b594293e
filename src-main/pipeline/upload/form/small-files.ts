/**
 * Reads and proves small files for sending in a thread of its own. Promises for it cost more than the sending, and
 * small files must not wait behind large ones that are being fingerprinted.
 */
import { fail } from '../../../../src-shared/model/result.ts';
import { NoThreadStarts } from '../../../platform/errno.ts';
import { makeWorkerPool } from '../../../platform/threads/worker-pool.ts';
import { siblingWorker } from '../../../platform/threads/worker-thread.ts';
import { unreadable } from './source-file.ts';
import type { Proof, ProveSmall, SmallSource } from './small-file.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import { makeStallWatch } from '../../../service/call-limits.ts';

export type SmallFiles = ReturnType<typeof makeSmallFiles>;

/** So that the thread never idles between two files. */
const JOBS_AT_HAND = 8;
const MOST_WAITING = 1_000;

export function makeSmallFiles() {
  const pool = makeWorkerPool<SmallSource, Proof | Error>({
    url: siblingWorker('small-file-worker', import.meta.url),
    workers: 1,
    jobsPerWorker: JOBS_AT_HAND,
    maxWaiting: MOST_WAITING,
  });
  const prove: ProveSmall = async (source, signal) => {
    try {
      const outcome = await pool.run(source, () => undefined, signal);
      if (outcome.kind !== 'answered') return fail({ kind: 'source-unreadable', code: 'EWORKER' });
      if (outcome.reply instanceof Error) throw outcome.reply;
      return outcome.reply;
    } catch (error) {
      if (error instanceof NoThreadStarts) return fail(unreadable(error));
      throw error;
    }
  };
  return { prove: limitProofs(prove, realClock), close: () => pool.close() };
}

const LIMIT_MS = 30 * SECOND_MS; // a sleeping disk needs ten
const TOO_LATE = Symbol('too late');

/** `prove` continues with the others once the first is aborted. */
export function limitProofs(prove: ProveSmall, clock: Clock): ProveSmall {
  /** In the order of the requests. */
  const waiting = new Set<AbortController>();
  const watch = makeStallWatch(clock, () => {
    const [first] = waiting;
    first?.abort(TOO_LATE);
  });

  return async (source, signal) => {
    signal.throwIfAborted();
    const stop = new AbortController();
    const abort = (): void => stop.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (waiting.size === 0) watch.enter('reading', LIMIT_MS);
    waiting.add(stop);
    try {
      return await prove(source, stop.signal);
    } catch (error) {
      if (error !== TOO_LATE) throw error;
      return fail({ kind: 'source-unreadable', code: 'ETIMEDOUT' });
    } finally {
      signal.removeEventListener('abort', abort);
      waiting.delete(stop);
      if (waiting.size === 0) watch.stop();
      else watch.enter('reading', LIMIT_MS);
    }
  };
}
