/** Converts a moment of the steady clock into the wall time that stages report to the stage runner. */
import type { Clock } from '../../platform/clock.ts';

/**
 * When `atMonotonicMs` will be, as wall time now. A future moment stays in the future, however near: added to
 * milliseconds since 1970, a small fraction of one would vanish, and the run would take its next round for past.
 */
export function wallTimeMs(atMonotonicMs: number, clock: Clock): number {
  return clock.nowMs() + Math.ceil(atMonotonicMs - clock.monotonicMs());
}
