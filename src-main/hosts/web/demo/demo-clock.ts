/**
 * The clock of the demo's core: what has to be waited out while its past is made up passes at once. Dates stay true, so
 * that nothing in the demo is older or younger than its certificate says.
 */
import type { Clock } from '../../../platform/clock.ts';

export interface DemoClock extends Clock {
  /** On the steady clock alone, by which waits are measured. */
  passAtOnce(ms: number): void;
}

export function makeDemoClock(real: Clock): DemoClock {
  let passedMs = 0;
  return {
    nowMs: () => real.nowMs(),
    monotonicMs: () => real.monotonicMs() + passedMs,
    sleep: (ms, signal) => real.sleep(ms, signal),
    passAtOnce(ms) {
      passedMs += ms;
    },
  };
}
