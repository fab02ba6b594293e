/**
 * Lets others have their turn in a long row of short steps. What is ready at once is handed over without a turn of the
 * loop in between, and a dozen steps of a few ms would hold up everybody.
 */
import type { Clock } from '../ports/clock.ts';

/** Half of what a person would notice while something else goes on. */
const TURN_MS = 8;

/** To be awaited between two steps. Abort rejects with `signal.reason`. */
export function makeBreather(clock: Clock): (signal: AbortSignal) => Promise<void> {
  let sinceMs = clock.monotonicMs();

  return async function breathe(signal) {
    if (clock.monotonicMs() - sinceMs < TURN_MS) return;
    await clock.sleep(0, signal);
    sinceMs = clock.monotonicMs();
  };
}
