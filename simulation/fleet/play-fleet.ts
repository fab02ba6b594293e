/** A thousand clients at one service, for some hours of simulated time. A seed decides everything. */
import { HOUR_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeChance } from '../chance.ts';
import { makeClientModel } from './client-model.ts';
import { makeEventQueue } from './event-queue.ts';
import { makeServiceModel, type Outage } from './service-model.ts';

export interface FleetStory {
  readonly clients: number;
  readonly hours: number;
  /** Files that a client's instruments save, by the time since the beginning. */
  readonly filesPerHour: (atMs: number) => number;
  /** All clients start within this time from the beginning, with so many files each. */
  readonly startsWithinMs: number;
  readonly filesAtStart: number;
  readonly capacityPerSecond: number;
  readonly outage: Outage | null;
  readonly isReturnSpread?: boolean;
  readonly seed: number;
}

export interface FleetEnd {
  readonly askedPerSecond: readonly number[];
  /** The longest that a request waited for its turn after the service was there, those in line at the end included. */
  readonly longestWaitMs: number;
  readonly refused: number;
}

const MOST_FILES_PER_HOUR = 60; // by which files are drawn; `filesPerHour` stays below

export function playFleet(story: FleetStory): FleetEnd {
  const { clients, hours, outage, isReturnSpread = true, startsWithinMs } = story;
  const events = makeEventQueue(0);
  const service = makeServiceModel(0, story.capacityPerSecond, outage);
  const backAtMs = outage?.untilMs ?? 0;
  const players = Array.from({ length: clients }, (_none, at) => {
    const luck = makeChance(`${story.seed}/${at}`);
    const chance = () => luck.next();
    const player = makeClientModel({ events, service, chance, isReturnSpread, backAtMs });
    const files = luck.branch('files');
    /** Arrivals without memory, thinned where there are fewer. */
    const saveNext = (): void => {
      const restMs = (-Math.log(1 - files.next()) * HOUR_MS) / MOST_FILES_PER_HOUR;
      events.add(events.nowMs() + restMs, () => {
        if (files.next() * MOST_FILES_PER_HOUR < story.filesPerHour(events.nowMs())) player.save();
        saveNext();
      });
    };
    events.add(files.next() * startsWithinMs, () => {
      player.start(story.filesAtStart);
      saveNext();
    });
    return player;
  });
  events.runUntil(hours * HOUR_MS);
  return {
    askedPerSecond: service.askedPerSecond,
    longestWaitMs: Math.max(...players.map((player) => player.longestWaitMs())),
    refused: service.refused(),
  };
}

/** The busiest of the minutes that lie wholly in this time, as requests a second. */
export function busiestMinute(
  { askedPerSecond }: FleetEnd,
  fromMs: number,
  untilMs = Infinity,
): number {
  let busiest = 0;
  for (let at = fromMs / SECOND_MS; at + 60 <= askedPerSecond.length; at += 1) {
    if ((at + 60) * SECOND_MS > untilMs) break;
    const sum = askedPerSecond.slice(at, at + 60).reduce((total, count) => total + count, 0);
    busiest = Math.max(busiest, sum / 60);
  }
  return busiest;
}
