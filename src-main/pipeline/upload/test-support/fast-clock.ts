/** Real time, but the shortest pause between two tries (half a second) takes none: chance 0 always draws it. */
import type { Clock } from '../../../platform/clock.ts';
import { realClock } from '../../../platform/real-ports.ts';

const SHORTEST_PAUSE_MS = 500;

export const hurriedClock: Clock = {
  ...realClock,
  sleep: (ms, signal) => realClock.sleep(ms === SHORTEST_PAUSE_MS ? 1 : ms, signal),
};
