/**
 * Yields to the event loop in a long series of short steps. Promises that are ready resolve without a turn of the loop
 * in between, and a dozen steps of a few ms would block everything else.
 */
import type { Clock } from '../clock.ts';

/** Together with the other work of a turn it stays below what a person would notice. */
const TURN_MS = 4;

/** Await it between two steps. Abort rejects with `signal.reason`. */
export function makeYieldToLoop(clock: Clock): (signal: AbortSignal) => Promise<void> {
  let sinceMs = clock.monotonicMs();

  return async function breathe(signal) {
    if (clock.monotonicMs() - sinceMs < TURN_MS) return;
    await clock.sleep(0, signal);
    sinceMs = clock.monotonicMs();
  };
}
