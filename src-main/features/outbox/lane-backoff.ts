/**
 * How long destinations that fail are left alone, each for itself: growing waits, and never less than the service asked
 * for. They are not kept over a restart.
 */
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { growingWaitMs, spreadMs } from '../../platform/spread.ts';
import type { StuckLane } from './drain-outbox.ts';

/** Each wait ends in a few reads of the service at most. */
const WAITS = { firstMs: 5 * SECOND_MS, longestMs: 10 * MINUTE_MS };

export function makeLaneBackoff(clock: Clock, chance: () => number) {
  const rests = new Map<string, { readonly failures: number; readonly untilMonotonicMs: number }>();

  function leftMs(lane: string): number {
    return (rests.get(lane)?.untilMonotonicMs ?? 0) - clock.monotonicMs();
  }

  return {
    isResting: (lane: string): boolean => rests.has(lane) && leftMs(lane) > 0,

    /** What a pass left open. A destination that was tried and is not among it works again. */
    note(stuck: readonly StuckLane[]): void {
      const failing = new Set(stuck.map(({ lane }) => lane));
      for (const lane of rests.keys()) {
        if (leftMs(lane) <= 0 && !failing.has(lane)) rests.delete(lane);
      }
      for (const { lane, fault } of stuck) {
        const failures = rests.get(lane)?.failures ?? 0;
        const untilMonotonicMs = clock.monotonicMs() + waitMs(fault, failures, chance());
        rests.set(lane, { failures: failures + 1, untilMonotonicMs });
      }
    },

    /** Until the first of them may be tried again; null: none rests. */
    shortestMs(): number | null {
      return rests.size === 0 ? null : Math.min(...[...rests.keys()].map(leftMs));
    },

    clear: (): void => rests.clear(),
  };
}

/** The wait after a fault that followed so many `failures`; null: nothing failed, only time is missing. */
export function waitMs(fault: ServiceFault | null, failures: number, chance: number): number {
  const isAsked = fault?.kind === 'throttled' || fault?.kind === 'unavailable';
  const askedMs = isAsked ? (fault.retryAfterMs ?? 0) : 0;
  return Math.max(growingWaitMs(failures, WAITS, chance), spreadMs(askedMs, chance));
}
