/** Lowers the priority of a thread that works through files, so that others need not wait for a processor. */
import fs from 'node:fs';
import os from 'node:os';
import { errnoOf } from '../errno.ts';

/** A tenth of the time of others where all processors are busy, and all of it where one is free. */
const NICE = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Call it in the thread. Only Linux has a priority for each thread; elsewhere it would be that of the whole program. */
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
