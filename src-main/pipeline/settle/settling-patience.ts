/**
 * How long a pass waits for a file that does not stand still, such as the log of a program that never stops. Then it goes
 * on with the others; the file is looked at again as long as anything else goes on, and by the next pass.
 */
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';

/** From the first look at which the file had not stood still. */
const PATIENCE_MS = 2 * MINUTE_MS;

export type SettlingPatience = ReturnType<typeof makeSettlingPatience>;

export function makeSettlingPatience(clock: Pick<Clock, 'monotonicMs'>) {
  /** When each was restless first; the earliest ones first. */
  const sinceMs = new Map<number, number>();
  return {
    /** It was written since the last look, or while it was read. */
    restless(fileId: number) {
      if (!sinceMs.has(fileId)) sinceMs.set(fileId, clock.monotonicMs());
    },
    /** Its bytes are known, or nothing is to be waited for. */
    ended: (fileId: number) => void sinceMs.delete(fileId),
    /** A pass begins, which waits anew for all of them. */
    renew: () => sinceMs.clear(),
    /** The files for which this pass waits no longer. */
    exhausted(): readonly number[] {
      const beforeMs = clock.monotonicMs() - PATIENCE_MS;
      const found: number[] = [];
      for (const [fileId, fromMs] of sinceMs) {
        if (fromMs > beforeMs) break;
        found.push(fileId);
      }
      return found;
    },
  };
}
