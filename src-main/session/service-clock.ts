/**
 * What is known of the service's clock, from the times of its answers. Measured on the steady clock, so that setting this
 * computer's clock changes nothing. It is never ahead of the service's own.
 */
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../platform/clock.ts';

/** When an answer was asked for; its time was made between that and now. */
export interface AskedAt {
  readonly askedAtMonotonicMs: number;
}

export function makeServiceClock(clock: Clock) {
  /** By how much the service's time is ahead of the steady clock, at least. */
  let offsetMs: number | null = null;
  let aheadMs: number | null = null;
  let isSilent = false;

  return {
    /** Time by the service's clock, in ms since 1970; null: it has not answered, or its answers have no time. */
    nowMs: () => (offsetMs === null ? null : Math.floor(clock.monotonicMs() + offsetMs)),
    /** This computer's clock minus the service's, when it answered last; null: not known. */
    aheadMs: () => aheadMs,
    /** It answered. `serverMs`: the time in the answer, in whole seconds; null: there was none. */
    heard(serverMs: number | null, { askedAtMonotonicMs }: AskedAt) {
      isSilent = serverMs === null;
      if (serverMs === null) return;
      const leastMs = serverMs - clock.monotonicMs();
      const mostMs = serverMs + SECOND_MS - askedAtMonotonicMs;
      // Each answer narrows it down; one that does not fit comes from a clock that was set.
      if (offsetMs === null || offsetMs < leastMs || offsetMs > mostMs) offsetMs = leastMs;
      aheadMs = clock.nowMs() - Math.floor(clock.monotonicMs() + offsetMs);
    },
    /** It answered without a time: nothing can be learned about its clock. */
    isSilent: () => isSilent,
  };
}
