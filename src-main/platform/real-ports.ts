/** The real clock and the real randomness, bound once, here. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1; // a longer one would fire at once

export const realClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  // A sleep of zero is one turn of the loop; a timer would lose a millisecond. Written by hand: the one of
  // node:timers/promises creates an error with its stack for each sleep that is cut short, as most are.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        clearTimeout(timer);
        clearImmediate(turn);
        reject(signal.reason as Error);
      };
      const wake = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const timer = ms > 0 ? setTimeout(wake, Math.min(ms, LONGEST_TIMER_MS)) : undefined;
      const turn = ms > 0 ? undefined : setImmediate(wake);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    }),
};

export const realIds: Ids = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
