/** Turns a moment of the clock that never goes back into the wall time that stages tell the stage runner. */
import type { Clock } from '../../platform/clock.ts';

/**
 * When `atMonotonicMs` will be, as wall time now. A moment ahead stays ahead, however near: added to milliseconds since
 * 1970 a small fraction of one would vanish, and a run that goes on would take its next round for past.
 */
export function wallTimeMs(atMonotonicMs: number, clock: Clock): number {
  return clock.nowMs() + Math.ceil(atMonotonicMs - clock.monotonicMs());
}
