/**
 * Sends the outbox automatically while the engine runs: at once when something is queued or the service may be
 * available again, else after growing waits: one for a service that is away, and one for each destination that fails
 * alone. It decides nothing about a change. An ended session or offline mode pauses it without failing any change.
 */
import {
  type Change,
  changeNeedsPerson,
  isDenialOpen,
  isFree,
  isNameless,
  laneOf,
  wasSoAlready,
} from '../../../src-shared/model/changes/change.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  mayBeOfOneThing,
  type ServiceFault,
} from '../../../src-shared/model/status/service-fault.ts';
import { waitedMs } from '../../service/classify.ts';
import { growingWaitMs, sleepOrWake, spreadMs } from '../../platform/waiting.ts';
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import type { State } from '../../db/state.ts';

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
    const sent = ended.filter(({ state }) => !wasSoAlready(state));
    if (sent.length > 0) {
      summary = summaryOf(sent, clock.nowMs());
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

    /** Of the last drain that ended at least one change; what was so already does not count. */
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

// One pass over everything that may be sent automatically: free changes, changes that a person approved
// beforehand, and the checks that resolve free changes whose answers were lost, and paid ones whose answers
// denied them. A destination that fails holds up its own changes alone. The pass stops once the service as a
// whole is away. The caller then waits and drains again.

/** A destination whose next change was tried and is still open. `fault` null: only time is missing. */
export interface StuckLane {
  readonly lane: string;
  readonly fault: ServiceFault | null;
}

export interface Drained {
  /** Changes that ended in this pass. */
  readonly ended: readonly Change[];
  /** Others moved, or need a person from now on. */
  readonly isNews: boolean;
  readonly stuck: readonly StuckLane[];
  /** Why the pass stopped early: the service is away. Null: it finished. */
  readonly fault: ServiceFault | null;
  /** Some automatic changes are left and worth another try later. */
  readonly isLeft: boolean;
  /** For some of them it was too early. */
  readonly isTooEarly: boolean;
}

export interface DrainPorts {
  readonly clock: Clock;
  readonly changes: Pick<State['changes'], 'unsettled' | 'isNext' | 'waitingInLane'>;
  /** This destination failed a moment ago, and is left alone. */
  readonly isResting: (lane: string) => boolean;
  /** How long until the denial of a change can be confirmed; null: there is none to confirm. */
  readonly denialWaitMs: (change: Change) => number | null;
  /** Null when it no longer waits, because a person tried or withdrew it meanwhile. */
  readonly attempt: (id: number) => Promise<Change | null>;
  readonly lookAgain: (
    id: number,
  ) => Promise<{ readonly change: Change; readonly fault: ServiceFault | null }>;
  readonly sendAgain: (id: number) => Change;
}

/**
 * The service may still process a request shortly after the connection broke; an immediate second one would be wasted.
 */
const PATIENCE_MS = 5 * SECOND_MS;

/** Aborting ends it; the outcome of a change being sent is then unknown. */
export async function drainOutbox(ports: DrainPorts, signal: AbortSignal): Promise<Drained> {
  const ended: Change[] = [];
  let isNews = false;
  const tried = new Map<number, ServiceFault | null>();
  let failures: readonly ServiceFault[] = [];
  while (!isOutage(failures)) {
    signal.throwIfAborted();
    const next = dueChanges(ports).find(({ id }) => !tried.has(id));
    if (next === undefined) break;
    tried.set(next.id, null);
    const pushed = await push(next, ports);
    if (pushed === null) continue;
    const { change, fault } = pushed;
    tried.set(next.id, fault);
    failures = fault === null ? [] : [...failures, fault];
    const isMoved = next.state.state !== change.state.state;
    const isOver = change.state.state === 'delivered' || change.state.state === 'refused';
    if (isOver && isMoved) ended.push(change);
    else if (isMoved || changeNeedsPerson(change)) isNews = true;
  }
  const open = openChanges(ports);
  const stuck = open.flatMap(({ id, intent }) => {
    const fault = tried.get(id);
    return fault === undefined ? [] : [{ lane: laneOf(intent), fault }];
  });
  const fault = isOutage(failures) ? (failures.at(-1) ?? null) : null;
  const isTooEarly = open.some((change) => !isDue(change, ports));
  return { ended, isNews, stuck, fault, isLeft: open.length > 0, isTooEarly };
}

/** One step for one change: a check, an attempt, or both. Null when another caller took the change. */
async function push(
  { id, intent, state, agreed }: Change,
  { attempt, lookAgain, sendAgain }: DrainPorts,
): Promise<{ readonly change: Change; readonly fault: ServiceFault | null } | null> {
  if (state.state !== 'waiting') {
    const looked = await lookAgain(id);
    const { state: now } = looked.change.state;
    if (looked.fault !== null) return looked;
    if (now === 'unknown' && isFree(intent)) sendAgain(id);
    // A paid change goes again only if it was denied for the moment, was not charged, and goes by itself.
    else if (now !== 'waiting' || agreed === undefined) return looked;
  }
  const change = await attempt(id);
  if (change === null) return null;
  // Changes that wait for a new project need its id.
  if (isNameless(change)) return lookAgain(id);
  const { state: now } = change;
  return { change, fault: now.state === 'waiting' ? (now.lastTry?.fault ?? null) : null };
}

/**
 * What may be tried or checked right now. What was tried longest ago comes first, so that destinations that always fail
 * do not stand before others in every pass; else in the order of creation.
 */
function dueChanges(ports: DrainPorts): readonly Change[] {
  return openChanges(ports)
    .filter((change) => !ports.isResting(laneOf(change.intent)) && isDue(change, ports))
    .toSorted((one, other) => lastTriedMs(one) - lastTriedMs(other));
}

function isDue(change: Change, { clock, denialWaitMs }: DrainPorts): boolean {
  const { state } = change;
  if (state.state !== 'unknown') return true;
  if (isDenialOpen(state)) return denialWaitMs(change) === 0;
  const sinceMs = clock.nowMs() - state.lostAtMs;
  return sinceMs < 0 || sinceMs >= PATIENCE_MS; // negative: the clock went back
}

function lastTriedMs({ state }: Change): number {
  return state.state === 'waiting' ? (state.lastTry?.atMs ?? 0) : 0;
}

/** Changes that have not ended and need no person. */
function openChanges({ changes }: DrainPorts): readonly Change[] {
  return changes.unsettled().filter((change) => {
    const { intent, state, agreed } = change;
    if (state.state === 'waiting') {
      return (isFree(intent) || agreed !== undefined) && changes.isNext(change);
    }
    const isLookedFor = state.state === 'unknown' && (isFree(intent) || isDenialOpen(state));
    return isLookedFor || isAwaited(change, changes);
  });
}

/** A new project with a still unknown id that another change waits for. */
function isAwaited(change: Change, { waitingInLane }: DrainPorts['changes']): boolean {
  return isNameless(change) && waitingInLane(localProjectId(change.id)).length > 0;
}

/** So many failures in a row, each about something else, are no accident: every further request would fail too. */
const FAILURES_OF_AN_OUTAGE = 3;

/**
 * Tells a service that is away from a project that fails alone. `failures`: since the service answered last, each about
 * another destination. Nothing more is asked then.
 */
export function isOutage(failures: readonly ServiceFault[]): boolean {
  const last = failures.at(-1);
  if (last === undefined) return false;
  return !mayBeOfOneThing(last) || failures.length >= FAILURES_OF_AN_OUTAGE;
}
