/**
 * How many requests about files run at once: duplicate checks, uploads and proofs together. The number grows by one while
 * answers stay quick, and is halved when the service or the line shows that it is too high. Pure: it knows only the events
 * and times it is given.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';

export interface PlaceLimit {
  /** Places in all. */
  readonly places: number;
  /** Quick answers while all places were taken, since the number changed, less the slow ones: larger files take longer. */
  readonly quickAnswers: number;
  /**
   * Since when all places are taken, no answer was slow and the number is the same; null: it is not so. Steady time, like all
   * times here.
   */
  readonly fullSinceMs: number | null;
  readonly halvedAtMs: number | null;
}

export type PlaceEvent =
  /** Something ended well. `wasFull`: nothing could have begun beside it. */
  | { readonly type: 'answered'; readonly isQuick: boolean; readonly wasFull: boolean }
  /** 429, 503, a stall or a reset. */
  | { readonly type: 'congested' }
  /** More might begin now. `isFull`: it could not, for lack of a place. */
  | { readonly type: 'asked'; readonly isFull: boolean };

const FIRST_PLACES = 6; // what a browser takes at one service
const MOST_BY_ITSELF = 12;
const HALVED_AT_MOST_EVERY_MS = 10 * SECOND_MS;

/** Large files end rarely, so there are no answers to go by: after so long without trouble one more may begin. */
export const FULL_FOR_LONG_MS = 30 * SECOND_MS;

export const FIRST_PLACE_LIMIT: PlaceLimit = {
  places: FIRST_PLACES,
  quickAnswers: 0,
  fullSinceMs: null,
  halvedAtMs: null,
};

/** The most places; `parallel` is the person's own number, or null. */
export function mostPlaces(parallel: number | null): number {
  return parallel ?? MOST_BY_ITSELF;
}

/** The limit after an event. `nowMs` is steady time; `most` from `mostPlaces`. */
export function nextPlaceLimit(
  limit: PlaceLimit,
  event: PlaceEvent,
  nowMs: number,
  most: number,
): PlaceLimit {
  switch (event.type) {
    case 'answered': {
      if (!event.isQuick) {
        const quickAnswers = Math.max(0, limit.quickAnswers - 1);
        return { ...limit, quickAnswers, fullSinceMs: null };
      }
      const quickAnswers = event.wasFull ? limit.quickAnswers + 1 : limit.quickAnswers;
      // One more for each round of answers: doubling could bury a service that is still quick at this number.
      return quickAnswers < limit.places ? { ...limit, quickAnswers } : oneMore(limit, nowMs, most);
    }
    case 'asked': {
      if (!event.isFull) return { ...limit, fullSinceMs: null };
      const fullSinceMs = limit.fullSinceMs ?? nowMs;
      const isLong = nowMs - fullSinceMs >= FULL_FOR_LONG_MS;
      return isLong ? oneMore(limit, nowMs, most) : { ...limit, fullSinceMs };
    }
    case 'congested': {
      const { halvedAtMs } = limit;
      if (halvedAtMs !== null && nowMs - halvedAtMs < HALVED_AT_MOST_EVERY_MS) return limit;
      const places = Math.max(1, Math.floor(Math.min(limit.places, most) / 2));
      return { places, quickAnswers: 0, fullSinceMs: null, halvedAtMs: nowMs };
    }
    default:
      return assertNever(event);
  }
}

function oneMore(limit: PlaceLimit, nowMs: number, most: number): PlaceLimit {
  const places = Math.min(limit.places + 1, most);
  const fullSinceMs = limit.fullSinceMs === null ? null : nowMs;
  return { ...limit, places, quickAnswers: 0, fullSinceMs };
}

/** How long one kind of work takes when nothing delays it. */
export interface UsualTime {
  readonly ms: number;
  readonly atMs: number;
}

const QUICK_FACTOR = 2;
const QUICK_SLACK_MS = 20; // over a line without delay our own processor doubles a time
const DOUBLES_IN_MS = 10 * MINUTE_MS; // the line may have become a longer one

/** The shortest time so far, which doubles in ten minutes in which nothing is as short. */
export function nextUsualTime(usual: UsualTime | null, tookMs: number, nowMs: number): UsualTime {
  if (usual === null) return { ms: tookMs, atMs: nowMs };
  const grownMs = usual.ms * 2 ** ((nowMs - usual.atMs) / DOUBLES_IN_MS);
  return { ms: Math.min(tookMs, grownMs), atMs: nowMs };
}

export function isQuick(tookMs: number, usual: UsualTime): boolean {
  return tookMs <= usual.ms * QUICK_FACTOR + QUICK_SLACK_MS;
}

/** True for faults that too many requests at once may cause. */
export function isCongestion(fault: ServiceFault): boolean {
  if (fault.kind === 'throttled') return true;
  if (fault.kind !== 'unavailable') return false;
  return fault.status === 503 || ['timed-out', 'broken-connection', 'not-http'].includes(fault.why);
}

const SMALL_BYTES = 8_388_608;

/** Small files are over before they could displace anything. */
export function isSmall(sizeBytes: number): boolean {
  return sizeBytes < SMALL_BYTES;
}
