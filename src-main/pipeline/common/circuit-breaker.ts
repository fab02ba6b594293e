/**
 * One circuit breaker in front of the service for the whole run: an outage is one wait, not one for each file. Faults
 * of a single file or project do not change it. It uses the steady clock: setting the wall clock neither prolongs nor
 * ends a pause. Pure.
 */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  type ServiceFault,
  traitsOfCause,
} from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { waitedMs } from '../../service/classify.ts';
import { spreadMs } from '../../platform/waiting.ts';

export type CircuitBreaker =
  | {
      readonly kind: 'passing';
      readonly failures: number;
      /** Since a connection broke last, as far as they are counted. */
      readonly answers: number;
    }
  | {
      readonly kind: 'waiting';
      readonly failures: number;
      /** Of the outage. */
      readonly sinceMs: number;
      readonly untilMs: number;
      /** Until when the service itself asked us to wait, never later than `untilMs`; 0: it did not ask. */
      readonly askedUntilMs: number;
      readonly fault: ServiceFault;
    }
  /** No more requests in this run; waiting files are held for this reason. */
  | {
      readonly kind: 'tripped';
      readonly hold: HoldReason;
      readonly fault: ServiceFault;
      /** Still to be respected when the breaker leaves this state; null: none. */
      readonly pause: BreakerPause | null;
    };

/** A wait that outlives every change of the breaker. */
export interface BreakerPause {
  readonly untilMs: number;
  readonly fault: ServiceFault;
}

const MAX_FAILURES = 4; // about half a minute of trying; then a person at the terminal wants to know
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = MINUTE_MS;
/**
 * A long outage has gathered work everywhere: clients come back over as long a time as it lasted, up to this, so that
 * the service has no more than its double load afterwards. A person who wants to know now does not wait.
 */
const LONGEST_RETURN_MS = 10 * MINUTE_MS;
const SHORTEST_WAIT_MS = SECOND_MS / 2;
/** One broken connection after so many answers is an accident and no outage: only its own request is made again. */
const ANSWERS_OF_A_SERVICE_THAT_IS_THERE = 10;

export const PASSING: CircuitBreaker = { kind: 'passing', failures: 0, answers: 0 };

/** True when the fault says something about the service as a whole, not about one file. */
export function concernsEverything(fault: ServiceFault): boolean {
  switch (fault.kind) {
    case 'unavailable':
      return fault.isPartial !== true;
    case 'not-signed-in':
    case 'throttled':
    case 'not-the-service':
      return true;
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
    case 'unknown-outcome':
      return false;
    default:
      return assertNever(fault);
  }
}

/**
 * The breaker after a fault. `chance` is between 0 and 1: full jitter, so that many clients do not return at once.
 * After `maxFailures` in a row it trips; Infinity for a run without a time limit.
 */
export function afterFault(
  breaker: CircuitBreaker,
  fault: ServiceFault,
  nowMs: number,
  chance: number,
  maxFailures = MAX_FAILURES,
): CircuitBreaker {
  if (!concernsEverything(fault)) return breaker;
  const widest = widestMs(breaker, fault, nowMs);
  const askedUntilMs = nowMs + askedWaitMs(fault, widest, chance);
  const asked = askedUntilMs > nowMs ? { untilMs: askedUntilMs, fault } : null;
  if (breaker.kind === 'tripped') {
    const isLonger = asked !== null && asked.untilMs > (breaker.pause?.untilMs ?? 0);
    return isLonger ? { ...breaker, pause: asked } : breaker;
  }
  if (fault.kind === 'not-signed-in') {
    return { kind: 'tripped', hold: 'signed_out', fault, pause: pauseOf(breaker, nowMs) };
  }
  if (breaker.kind === 'waiting' && nowMs < breaker.untilMs) {
    // When the service goes away, several requests fail together: they count as one failure. A longer pause still
    // counts.
    if (asked === null || askedUntilMs <= breaker.askedUntilMs) return breaker;
    return { ...breaker, ...(askedUntilMs > breaker.untilMs ? asked : {}), askedUntilMs };
  }
  if (isAccident(breaker, fault)) return PASSING;
  const failures = breaker.failures + 1;
  // A certificate is not renewed while somebody waits at a terminal, but it is while a program runs for days.
  const mostFailures = needsRepair(fault) && maxFailures < Infinity ? 1 : maxFailures;
  if (fault.kind !== 'throttled' && failures >= mostFailures) {
    return { kind: 'tripped', hold: holdFor(fault), fault, pause: asked };
  }
  const waitMs = Math.max(SHORTEST_WAIT_MS, widest * chance, askedUntilMs - nowMs);
  const asksUntilMs = asked?.untilMs ?? 0;
  return {
    kind: 'waiting',
    failures,
    sinceMs: breaker.kind === 'waiting' ? breaker.sinceMs : nowMs,
    untilMs: nowMs + waitMs,
    askedUntilMs: asksUntilMs,
    fault,
  };
}

export function afterSuccess(breaker: CircuitBreaker): CircuitBreaker {
  if (breaker.kind === 'tripped') return breaker;
  if (breaker.kind === 'waiting') return PASSING;
  const { answers } = breaker;
  if (answers === ANSWERS_OF_A_SERVICE_THAT_IS_THERE) return breaker;
  return { ...breaker, failures: 0, answers: answers + 1 };
}

/** The second one without as many answers in between is not: when a service goes away, several break together. */
function isAccident(breaker: CircuitBreaker, fault: ServiceFault): boolean {
  return (
    breaker.kind === 'passing' &&
    breaker.answers === ANSWERS_OF_A_SERVICE_THAT_IS_THERE &&
    fault.kind === 'unavailable' &&
    fault.why === 'broken-connection' &&
    fault.retryAfterMs === null
  );
}

/**
 * The breaker once a person wants to try now. It ends our own backoff, but not the pause that the service asked for.
 */
export function withoutPatience(breaker: CircuitBreaker, nowMs: number): CircuitBreaker {
  if (breaker.kind !== 'waiting') return breaker;
  return { ...breaker, untilMs: Math.min(breaker.untilMs, Math.max(nowMs, breaker.askedUntilMs)) };
}

/**
 * The breaker once connections to the service can be made again. Everybody who waited learns it at the same time, and
 * comes back over as long a time as the outage lasted: what gathered doubles the usual load at most.
 */
export function afterReturn(
  breaker: CircuitBreaker,
  nowMs: number,
  chance: number,
): CircuitBreaker {
  if (breaker.kind !== 'waiting' || holdFor(breaker.fault) !== 'offline') return breaker;
  const range = Math.min(nowMs - breaker.sinceMs, LONGEST_RETURN_MS);
  const drawnMs = Math.max(breaker.askedUntilMs, nowMs + range * chance);
  return { ...breaker, untilMs: Math.min(breaker.untilMs, drawnMs) };
}

/** A breaker that starts with the pause left over from an earlier one; null: no pause. */
export function breakerAfter(pause: BreakerPause | null, nowMs: number): CircuitBreaker {
  if (pause === null || pause.untilMs <= nowMs) return PASSING;
  return { kind: 'waiting', failures: 0, sinceMs: nowMs, askedUntilMs: pause.untilMs, ...pause };
}

/** The pause still to be respected; null: none. */
export function pauseOf(breaker: CircuitBreaker, nowMs: number): BreakerPause | null {
  const pause = pauseIn(breaker);
  return pause === null || pause.untilMs <= nowMs ? null : pause;
}

function pauseIn(breaker: CircuitBreaker): BreakerPause | null {
  switch (breaker.kind) {
    case 'passing':
      return null;
    case 'waiting':
      return { untilMs: breaker.untilMs, fault: breaker.fault };
    case 'tripped':
      return breaker.pause;
    default:
      return assertNever(breaker);
  }
}

/** The hold reason for files until this fault ends; `server` when the fault names no better one. */
export function holdFor(fault: ServiceFault): HoldReason {
  if (fault.kind === 'not-signed-in') return 'signed_out';
  const isOffline = fault.kind === 'unavailable' && traitsOfCause(fault.why).reached === 'nothing';
  return isOffline ? 'offline' : 'server';
}

/** It was waited for as long as any answer is, and nothing came: not even that it is overloaded. */
export function isSilence(fault: ServiceFault): boolean {
  return fault.kind === 'unavailable' && fault.why === 'timed-out' && fault.status === null;
}

function needsRepair(fault: ServiceFault): boolean {
  return fault.kind === 'unavailable' && traitsOfCause(fault.why).needsRepair;
}

function isWithoutNetwork(fault: ServiceFault): boolean {
  if (fault.kind !== 'unavailable') return false;
  const { party, reached } = traitsOfCause(fault.why);
  return party === 'line' && reached === 'nothing';
}

/** From how wide a range the next wait is drawn. */
function widestMs(breaker: CircuitBreaker, fault: ServiceFault, nowMs: number): number {
  const failures = breaker.kind === 'tripped' ? 0 : breaker.failures;
  const usualMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures + 1));
  // Nobody else has to have it: it brings no load to the service, and a laptop with a network again is back at once.
  const isOwn = needsRepair(fault) || isWithoutNetwork(fault);
  const lastedMs = breaker.kind === 'waiting' && !isOwn ? nowMs - breaker.sinceMs : 0;
  if (lastedMs <= LONGEST_WAIT_MS) return usualMs;
  return Math.max(usualMs, Math.min(lastedMs, LONGEST_RETURN_MS));
}

/**
 * Never less than the service asked for, or a quarter of an hour if it asked for more. Everybody was asked to wait
 * equally long: what is added is drawn from as wide a range as any other wait.
 */
function askedWaitMs(fault: ServiceFault, widest: number, chance: number): number {
  const asks = fault.kind === 'throttled' || fault.kind === 'unavailable';
  const askedMs = waitedMs(asks ? fault.retryAfterMs : null);
  return askedMs === 0 ? 0 : Math.max(spreadMs(askedMs, chance), askedMs + widest * chance);
}
