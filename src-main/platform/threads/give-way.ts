/** How long work gives way: a thread that works through files, to other programs; a series of short steps, to the event loop. */
import fs from 'node:fs';
import os from 'node:os';
import { errnoOf } from '../errno.ts';
import type { Clock } from '../clock.ts';

/** A tenth of the time of others where all processors are busy, and all of it where one is free. */
const NICE = os.constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Lowers the priority of the thread in which it is called. Only Linux has a priority for each thread; elsewhere it
 * would be that of the whole program.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(Number(fs.readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch (error) {
    // A sandbox refuses it, or has no /proc: all threads stay equal.
    const isRefused =
      error instanceof Error && 'code' in error && error.code === 'ERR_SYSTEM_ERROR';
    if (!isRefused) errnoOf(error); // a bug is thrown again
  }
}

// Yields to the event loop in a long series of short steps. Promises that are ready resolve without a turn of
// the loop in between, and a dozen steps of a few ms would block everything else.

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
