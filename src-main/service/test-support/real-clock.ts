/** The computer's own clock as a port, for tests that wait for a real network. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';

export const realClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};
