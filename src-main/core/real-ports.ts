/** The real clock and the real chance, bound once, here. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1; // a longer one would fire at once

export const realClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    signal.throwIfAborted();
    try {
      await wait(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  },
};

export const realIds: Ids = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
