/**
 * When to read again a list that has records on their way to the chain: soon at first, later seldom, and the more
 * seldom the more requests that takes. Pure.
 */
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { spreadMs } from '../../platform/spread.ts';

export const FIRST_POLL_MS = SECOND_MS;
const GROWTH = 1.5;
/** A chain takes seconds to minutes: as long as it may, polling more often only costs the service. */
export const USUAL_POLL_MS = 30 * SECOND_MS;
/** What takes longer than that is looked at again after so much of the time that it took already. */
const SHARE_OF_WAIT = 0.25;
/** A chain that stands still: all destinations together take at most 20 requests an hour. */
const REQUEST_MS = 3 * MINUTE_MS;
/** A long list is never read faster than so many requests. */
const QUICK_REQUEST_MS = SECOND_MS;

export interface PollFacts {
  /** The pause before this reading. */
  readonly lastMs: number;
  /** Since the records of this destination last changed. */
  readonly waitedMs: number;
  /** Destinations with open records. */
  readonly destinations: number;
  /** That this reading took. */
  readonly requests: number;
}

/** The pause before the next reading, not drawn yet. */
export function nextPollMs({ lastMs, waitedMs, destinations, requests }: PollFacts): number {
  const widestMs = Math.max(USUAL_POLL_MS, waitedMs * SHARE_OF_WAIT);
  const grownMs = Math.max(lastMs * GROWTH, requests > 1 ? requests * QUICK_REQUEST_MS : 0);
  return Math.min(grownMs, widestMs, seldomMs(destinations, requests));
}

/** The longest pause: also that between two readings of a list that does not show what is looked for. */
export function seldomMs(destinations: number, requests: number): number {
  return Math.max(USUAL_POLL_MS, REQUEST_MS * Math.max(1, destinations) * Math.max(1, requests));
}

/** As it is waited for. */
export const drawnPollMs = spreadMs;
