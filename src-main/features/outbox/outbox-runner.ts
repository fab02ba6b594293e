/**
 * Sends the outbox automatically while the engine runs: at once when something is queued or the service may be
 * available again, else after growing waits: one for a service that is away, and one for each destination that fails
 * alone. It decides nothing about a change. An ended session or offline mode pauses it without failing any change.
 */
import type { Change } from '../../../src-shared/model/changes/change.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Drained, DrainPorts } from './drain-outbox.ts';
import { makeLaneBackoff, waitMs } from './lane-backoff.ts';

/** The result of one drain, for a message such as "3 changes sent, 1 needs attention". */
export interface SentSummary {
  readonly atMs: number;
  readonly sent: number;
  readonly needYou: number;
}

/** Notifies the rest of the core that a change moved. */
export type AfterChange = (change: Change, signal: AbortSignal) => Promise<void>;

export interface RunnerPorts {
  readonly clock: Clock;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  readonly drain: (signal: AbortSignal, isResting: DrainPorts['isResting']) => Promise<Drained>;
  /** Nothing may be sent from this computer now. */
  readonly isOffline: () => boolean;
  /** After each change that ended. */
  readonly onEnded: AfterChange;
  /** After a pass in which others moved, or came to need a person. */
  readonly onNews: () => void;
  readonly onSummary: (summary: SentSummary) => void;
}

export function makeOutboxRunner(ports: RunnerPorts) {
  const { clock, chance } = ports;
  const backoff = makeLaneBackoff(clock, chance);
  let wake = new AbortController();
  let failures = 0;
  let summary: SentSummary | null = null;

  /** Until someone pokes, or the time is up; null: only until someone pokes. */
  async function rest(ms: number | null, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, wake.signal]);
    try {
      await clock.sleep(ms ?? LONGEST_REST_MS, either);
    } catch (error) {
      signal.throwIfAborted();
      if (!wake.signal.aborted) throw error;
    }
  }

  /** Null: until someone pokes. */
  function pauseAfter({ fault, isLeft, isTooEarly }: Drained): number | null {
    if (fault?.kind === 'not-signed-in') return null; // only signing in helps
    if (!isLeft) return null;
    if (fault !== null) return waitMs(fault, failures, chance());
    const shortMs = waitMs(null, 0, chance());
    return Math.min(backoff.shortestMs() ?? shortMs, isTooEarly ? shortMs : Infinity);
  }

  async function drain(signal: AbortSignal): Promise<Drained> {
    const drained = await ports.drain(signal, backoff.isResting);
    const { ended, isNews, stuck } = drained;
    for (const change of ended) await ports.onEnded(change, signal);
    if (isNews) ports.onNews();
    backoff.note(stuck);
    if (ended.length > 0) {
      summary = summaryOf(ended, clock.nowMs());
      ports.onSummary(summary);
    }
    return drained;
  }

  return {
    /** Something was queued, or an obstacle may be gone. */
    poke(): void {
      failures = 0;
      backoff.clear();
      wake.abort();
    },

    /** Of the last drain that ended at least one change. */
    summary: (): SentSummary | null => summary,

    /** One pass, for a program that then exits. Null while nothing may be sent from this computer. */
    async once(signal: AbortSignal): Promise<Drained | null> {
      backoff.clear();
      return ports.isOffline() ? null : drain(signal);
    },

    /** Drains until aborted, then rejects with the reason. */
    async run(signal: AbortSignal): Promise<never> {
      for (;;) {
        signal.throwIfAborted();
        wake = new AbortController();
        if (ports.isOffline()) {
          await rest(null, signal);
          continue;
        }
        const drained = await drain(signal);
        await rest(pauseAfter(drained), signal);
        failures = drained.fault === null || wake.signal.aborted ? 0 : failures + 1;
      }
    },
  };
}

/** Timers have 32 bits. */
const LONGEST_REST_MS = 24 * 60 * MINUTE_MS;

function summaryOf(ended: readonly Change[], atMs: number): SentSummary {
  const sent = ended.filter(({ state }) => state.state === 'delivered').length;
  return { atMs, sent, needYou: ended.length - sent };
}
