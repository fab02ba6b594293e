/** What a person decided about the pace of uploads: words that the engine, the database and every face share. */

/**
 * `now`: what has not left completely stops at once and goes on later. `after-current`: what is on its way is let
 * finish. Neither touches an upload whose last bytes have left.
 */
export type PauseMode = 'now' | 'after-current';

export interface Pause {
  readonly mode: PauseMode;
  readonly sinceMs: number;
  /** When it ends automatically; null: when a person ends it. */
  readonly untilMs: number | null;
}

export interface TransferRules {
  /** As it was asked for; it may be over by now: see `pauseAt`. */
  readonly pause: Pause | null;
  /** Over all uploads and checks together; null: none. */
  readonly limitBytesPerSecond: number | null;
  /** Most uploads at once; null: as many as prove useful. */
  readonly parallel: number | null;
}

/** Most uploads at once that a person may ask for. */
export const MOST_PARALLEL = 8;

/** A slower limit would keep an upload from ever ending within a session. */
export const LOWEST_LIMIT_BYTES_PER_SECOND = 1_000;

/** The pause that holds at this moment; null when there is none, or when its time has come. */
export function pauseAt(pause: Pause | null, nowMs: number): Pause | null {
  return pause === null || (pause.untilMs !== null && pause.untilMs <= nowMs) ? null : pause;
}
