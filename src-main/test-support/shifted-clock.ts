/** The real clock, which a test can move forward: every sleep that would be over by then ends at once. */
import type { Clock } from '../platform/clock.ts';
import { realClock } from '../platform/real-ports.ts';

export interface ShiftedClock extends Clock {
  shift(ms: number): void;
}

export function makeShiftedClock(): ShiftedClock {
  let aheadMs = 0;
  const sleepers = new Set<() => void>();
  return {
    nowMs: () => realClock.nowMs() + aheadMs,
    monotonicMs: () => realClock.monotonicMs() + aheadMs,
    async sleep(ms, signal) {
      const dueMs = this.monotonicMs() + ms;
      while (this.monotonicMs() < dueMs) {
        const woken = new AbortController();
        const wake = (): void => woken.abort();
        sleepers.add(wake);
        try {
          const either = AbortSignal.any([signal, woken.signal]);
          await realClock.sleep(dueMs - this.monotonicMs(), either);
        } catch (error) {
          if (!woken.signal.aborted || signal.aborted) throw error;
        } finally {
          sleepers.delete(wake);
        }
      }
    },
    shift(ms) {
      aheadMs += ms;
      for (const wake of sleepers) wake();
    },
  };
}
