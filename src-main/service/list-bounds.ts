/**
 * How much of a list is read at most. A service that never stops, by mistake or on purpose, must not take the memory of
 * this computer or the time of a person. What was read until then counts as an incomplete list.
 */
import { HOUR_MS, MINUTE_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../platform/clock.ts';

/** The first that is reached ends the list. */
export interface ListBounds {
  /** Records that the service sent; one that came again counts again. */
  readonly records: number;
  /** What is kept of them, as JSON in UTF-8; in memory it takes at most some three times as much. */
  readonly bytes: number;
  readonly ms: number;
}

/**
 * Lists that are kept whole, saved and shown: projects, tags, people, files of a project. Nobody reads 100,000 lines;
 * 50 MB are 500 bytes for each. At 300 ms a page they take ten minutes.
 */
export const SHOWN_LIST: ListBounds = {
  records: 100_000,
  bytes: 50_000_000,
  ms: 10 * MINUTE_MS,
};

/** Lists in which one person or tag is looked for: only ids are kept, so a platform of half a million people fits. */
export const SEARCHED_LIST: ListBounds = {
  records: 500_000,
  bytes: 50_000_000,
  ms: 30 * MINUTE_MS,
};

/**
 * Files of a project, read as evidence for what was paid. Instruments make a million; each keeps some 290 bytes. A
 * million in pages of 50 takes 5.6 hours at one second a page.
 */
export const EVIDENCE_LIST: ListBounds = {
  records: 1_500_000,
  bytes: 400_000_000,
  ms: 6 * HOUR_MS,
};

/** What is left of the bounds. Several lists may share one, so that they are bounded together. */
export type ListBudget = ReturnType<typeof startListBudget>;

/** The time counts from now. */
export function startListBudget(bounds: ListBounds, clock: Pick<Clock, 'monotonicMs'>) {
  const endMs = clock.monotonicMs() + bounds.ms;
  let records = 0;
  let bytes = 0;
  return {
    noteRead(more: number) {
      records += more;
    },
    /** `value`: what the reader keeps, of JSON. */
    noteKept(value: unknown) {
      bytes += Buffer.byteLength(JSON.stringify(value));
    },
    isSpent: () =>
      records >= bounds.records || bytes >= bounds.bytes || clock.monotonicMs() >= endMs,
  };
}
