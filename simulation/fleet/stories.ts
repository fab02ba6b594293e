/** What the thousand clients of decision 035 go through. */
import { HOUR_MS, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import { busiestMinute, playFleet, type FleetEnd, type FleetStory } from './play-fleet.ts';

const UNLIMITED = Infinity;
const BUSIEST_FILES = 25; // an hour and client: an instrument that saves a file every two and a half minutes
const NIGHT_FILES = 5; // that instruments left overnight

const COMMON = {
  clients: 1_000,
  hours: 1.25,
  filesPerHour: () => BUSIEST_FILES,
  startsWithinMs: 20 * MINUTE_MS,
  filesAtStart: 0,
  capacityPerSecond: UNLIMITED,
  outage: null,
  seed: 1,
} satisfies FleetStory;

/** The busiest hour without any trouble, after everybody has started. */
export function ordinary(seed: number): FleetEnd {
  return playFleet({ ...COMMON, seed });
}

/** Requests a second in the busiest minute of that. */
export function ordinaryPeak(seed: number): number {
  return busiestMinute(ordinary(seed), COMMON.startsWithinMs + 10 * MINUTE_MS);
}

/** Ten minutes without the service in the busiest hour. */
export const OUTAGE = {
  ...COMMON,
  outage: { fromMs: 30 * MINUTE_MS, untilMs: 40 * MINUTE_MS },
};

export const MORNING = {
  ...COMMON,
  startsWithinMs: MINUTE_MS,
  filesAtStart: NIGHT_FILES,
};

/** From the start of work at eight to six in the evening, in a curve whose top is the busiest hour. */
export const DAY = {
  ...COMMON,
  hours: 10,
  startsWithinMs: 30 * MINUTE_MS,
  filesAtStart: NIGHT_FILES,
  filesPerHour: (atMs: number) => BUSIEST_FILES * Math.sin((Math.PI * atMs) / (10 * HOUR_MS)),
} satisfies FleetStory;
