/**
 * Lets others have their turn in a long row of short steps. What is ready at once is handed over without a turn of the
 * loop in between, and a dozen steps of a few ms would hold up everybody.
 */
import type { Clock } from '../clock.ts';

/** Together with what else comes in a turn it stays below what a person would notice. */
const TURN_MS = 4;

/** To be awaited between two steps. Abort rejects with `signal.reason`. */
export function makeYieldToLoop(clock: Clock): (signal: AbortSignal) => Promise<void> {
  let sinceMs = clock.monotonicMs();

  return async function breathe(signal) {
    if (clock.monotonicMs() - sinceMs < TURN_MS) return;
    await clock.sleep(0, signal);
    sinceMs = clock.monotonicMs();
  };
}
