/**
 * A thousand clients at one service, for an hour and a quarter, in the stories of a shared service (docs/design.md): the schedules are
 * the product's own functions, what a client asks and a service bears is a model.
 */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeChance } from '../chance.ts';
import type { Verdict } from '../variants.ts';
import { makeClientModel } from './client-model.ts';
import { makeEventQueue } from './event-queue.ts';
import { makeServiceModel, type Outage } from './service-model.ts';

interface FleetStory {
  /** All clients start within this time from the beginning, with so many files each. */
  readonly startsWithinMs: number;
  readonly filesAtStart: number;
  readonly capacityPerSecond: number;
  readonly outage: Outage | null;
  /** False: they return as fast as after a short outage. */
  readonly isReturnSpread: boolean;
}

interface FleetEnd {
  readonly askedPerSecond: readonly number[];
  /** The longest that a request waited for its turn after the service was there, those in line at the end included. */
  readonly longestWaitMs: number;
  readonly refused: number;
}

const CLIENTS = 1_000;
const BUSIEST_FILES = 25; // an hour and client: an instrument that saves a file every two and a half minutes
const NIGHT_FILES = 5; // that instruments left overnight
const END_MS = 75 * MINUTE_MS;
const LONGEST_WAIT_MS = 10 * MINUTE_MS;

/** The busiest hour of an ordinary day, without any trouble. */
const ORDINARY: FleetStory = {
  startsWithinMs: 20 * MINUTE_MS,
  filesAtStart: 0,
  capacityPerSecond: Infinity,
  outage: null,
  isReturnSpread: true,
};
/** From then on everybody has started. */
const UNDER_WAY_MS = 30 * MINUTE_MS;
/** Ten minutes without the service in the busiest hour. */
const OUTAGE = { fromMs: UNDER_WAY_MS, untilMs: 40 * MINUTE_MS };
const MORNING = { ...ORDINARY, startsWithinMs: MINUTE_MS, filesAtStart: NIGHT_FILES };

interface FleetCell {
  readonly story: string;
  /** The busiest minute, in multiples of the ordinary one. */
  readonly times: number;
  readonly waitSeconds: number;
  readonly refused: number;
}

export async function playFleet(seed: number): Promise<Verdict> {
  const ordinary = playStory(ORDINARY, seed);
  const peak = busiestMinute(ordinary, UNDER_WAY_MS);
  const at = (story: FleetStory) => playStory({ ...story, capacityPerSecond: 2 * peak }, seed);
  const spread = at({ ...ORDINARY, outage: OUTAGE });
  const unspread = at({ ...ORDINARY, outage: OUTAGE, isReturnSpread: false });
  const morning = at(MORNING);
  const after = (end: FleetEnd) => busiestMinute(end, OUTAGE.untilMs) / peak;
  const busiestSecond = Math.max(...ordinary.askedPerSecond.slice(UNDER_WAY_MS / SECOND_MS));
  const wrong = [
    after(spread) >= 2 ? `after an outage they ask ${after(spread)} times as much` : null,
    after(unspread) <= 2 ? 'spreading the return makes no difference' : null,
    spread.longestWaitMs > LONGEST_WAIT_MS ? `after an outage one waits too long` : null,
    morning.longestWaitMs > LONGEST_WAIT_MS ? `in the morning one waits too long` : null,
    busiestSecond >= 2 * peak ? `${busiestSecond} ask in step, of ${peak}` : null,
  ].find((one) => one !== null);
  const cellOf = (story: string, end: FleetEnd, fromMs: number): FleetCell => ({
    story,
    times: busiestMinute(end, fromMs) / peak,
    waitSeconds: Math.round(end.longestWaitMs / SECOND_MS),
    refused: end.refused,
  });
  const cells = [
    cellOf('after an outage of ten minutes', spread, OUTAGE.untilMs),
    cellOf('the same, if all returned within a minute', unspread, OUTAGE.untilMs),
    cellOf('a morning, all started within a minute', morning, 0),
  ];
  const asked = [ordinary, spread, unspread, morning].flatMap(
    ({ askedPerSecond }) => askedPerSecond,
  );
  return {
    broken: wrong === undefined ? null : { invariant: 20, what: wrong },
    trace: cells.map((cell) => JSON.stringify(cell)),
    digest: JSON.stringify(cells),
    figures: { requests: asked.reduce((sum, count) => sum + count, 0) },
    cells,
  };
}

/** The stories of each seed, one after the other. */
export function fleetTable(cells: readonly unknown[]): string {
  const rows = (cells as readonly FleetCell[]).map(
    ({ story, times, waitSeconds, refused }) =>
      `| ${story} | ${times.toFixed(2)} | ${waitSeconds} s | ${refused} |`,
  );
  const heads = [
    '| 1,000 clients | Busiest minute | Longest wait | Refused |',
    '| --- | --: | --: | --: |',
  ];
  return [...heads, ...rows].join('\n');
}

function playStory(story: FleetStory, seed: number): FleetEnd {
  const { outage, isReturnSpread, startsWithinMs } = story;
  const events = makeEventQueue(0);
  const service = makeServiceModel(0, story.capacityPerSecond, outage);
  const backAtMs = outage?.untilMs ?? 0;
  const players = Array.from({ length: CLIENTS }, (_none, at) => {
    const luck = makeChance(`${seed}/${at}`);
    const chance = () => luck.next();
    const player = makeClientModel({ events, service, chance, isReturnSpread, backAtMs });
    const files = luck.branch('files');
    /** Arrivals without memory. */
    const saveNext = (): void => {
      const restMs = (-Math.log(1 - files.next()) * HOUR_MS) / BUSIEST_FILES;
      events.add(events.nowMs() + restMs, () => {
        player.save();
        saveNext();
      });
    };
    events.add(files.next() * startsWithinMs, () => {
      player.start(story.filesAtStart);
      saveNext();
    });
    return player;
  });
  events.runUntil(END_MS);
  return {
    askedPerSecond: service.askedPerSecond,
    longestWaitMs: Math.max(...players.map((player) => player.longestWaitMs())),
    refused: service.refused(),
  };
}

/** The busiest of the minutes from this time on, as requests a second. */
function busiestMinute({ askedPerSecond }: FleetEnd, fromMs: number): number {
  let busiest = 0;
  for (let at = fromMs / SECOND_MS; at + 60 <= askedPerSecond.length; at += 1) {
    const sum = askedPerSecond.slice(at, at + 60).reduce((total, count) => total + count, 0);
    busiest = Math.max(busiest, sum / 60);
  }
  return busiest;
}
