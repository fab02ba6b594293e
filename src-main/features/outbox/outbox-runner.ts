/**
 * Sends the outbox automatically while the engine runs: at once when something is queued or the service may be
 * available again, else after growing waits: one for a service that is away, and one for each destination that fails
 * alone. It decides nothing about a change. An ended session or offline mode pauses it without failing any change.
 */
import type { Change } from '../../../src-shared/model/changes/change.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Drained, DrainPorts, StuckLane } from './drain-outbox.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { waitedMs } from '../../service/classify.ts';
import { growingWaitMs, spreadMs } from '../../platform/spread.ts';
import { sleepOrWake } from '../../platform/sleep-or-wake.ts';
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';

/** The result of one drain, for a message such as "3 changes sent, 1 needs attention". */
export type SentSummary = NonNullable<OutboxView['lastSent']>;

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
  const backoff = makeBackoff(clock, chance);
  let wake = new AbortController();
  let failures = 0;
  let summary: SentSummary | null = null;

  /** Until someone pokes, or the time is up; null: only until someone pokes. */
  function rest(ms: number | null, signal: AbortSignal): Promise<void> {
    return sleepOrWake(clock, ms ?? LONGEST_REST_MS, wake.signal, signal);
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

/** Each wait ends in a few reads of the service at most. */
const WAITS = { firstMs: 5 * SECOND_MS, longestMs: 10 * MINUTE_MS };

/**
 * How long destinations that fail are left alone, each for itself: growing waits, and never less than the service asked
 * for. They are not kept over a restart.
 */
function makeBackoff(clock: Clock, chance: () => number) {
  const rests = new Map<string, { readonly failures: number; readonly untilMonotonicMs: number }>();

  function leftMs(lane: string): number {
    return (rests.get(lane)?.untilMonotonicMs ?? 0) - clock.monotonicMs();
  }

  return {
    isResting: (lane: string): boolean => rests.has(lane) && leftMs(lane) > 0,

    /** What a pass left open. A destination that was tried and is not among it works again. */
    note(stuck: readonly StuckLane[]): void {
      const failing = new Set(stuck.map(({ lane }) => lane));
      for (const lane of rests.keys()) {
        if (leftMs(lane) <= 0 && !failing.has(lane)) rests.delete(lane);
      }
      for (const { lane, fault } of stuck) {
        const failures = rests.get(lane)?.failures ?? 0;
        const untilMonotonicMs = clock.monotonicMs() + waitMs(fault, failures, chance());
        rests.set(lane, { failures: failures + 1, untilMonotonicMs });
      }
    },

    /** Until the first of them may be tried again; null: none rests. */
    shortestMs(): number | null {
      return rests.size === 0 ? null : Math.min(...[...rests.keys()].map(leftMs));
    },

    clear: (): void => rests.clear(),
  };
}

/** The wait after a fault that followed so many `failures`; null: nothing failed, only time is missing. */
function waitMs(fault: ServiceFault | null, failures: number, chance: number): number {
  const isAsked = fault?.kind === 'throttled' || fault?.kind === 'unavailable';
  const askedMs = waitedMs(isAsked ? fault.retryAfterMs : null);
  return Math.max(growingWaitMs(failures, WAITS, chance), spreadMs(askedMs, chance));
}
