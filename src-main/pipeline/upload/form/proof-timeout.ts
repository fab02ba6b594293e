/**
 * Gives up the small file that a thread hangs on. One thread reads them in the order in which they were asked for, so
 * when no proof has come for long, the first is the one that a drive keeps; those behind it are not to blame.
 */
import { fail } from '../../../../src-shared/model/result.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ProveSmall } from './small-file.ts';
import { makeStallWatch } from '../wire/stall-watch.ts';

const LIMIT_MS = 30 * SECOND_MS; // a disk that sleeps needs ten
const TOO_LATE = Symbol('too late');

/** `prove` goes on with the others once the first is aborted. */
export function limitProofs(prove: ProveSmall, clock: Clock): ProveSmall {
  /** In the order in which they were asked for. */
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
