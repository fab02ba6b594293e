/**
 * One circuit breaker in front of the service for the whole run: an outage is one wait, not one for each file. Faults
 * of a single file or project do not change it. It uses the steady clock: setting the wall clock neither prolongs nor
 * ends a pause. Pure.
 */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';

export type CircuitBreaker =
  | { readonly kind: 'passing'; readonly failures: number }
  | {
      readonly kind: 'waiting';
      readonly failures: number;
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
const SHORTEST_WAIT_MS = SECOND_MS / 2;
const LONGEST_ASKED_WAIT_MS = 15 * MINUTE_MS; // a typing error on the server must not stop us for years
const ASKED_WAIT_SPREAD = 0.2; // all clients were asked to wait equally long: they must not return all at once

export const PASSING: CircuitBreaker = { kind: 'passing', failures: 0 };

/** True when the fault says something about the service as a whole, not about one file. */
export function concernsEverything(fault: ServiceFault): boolean {
  switch (fault.kind) {
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
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
  const askedUntilMs = nowMs + askedWaitMs(fault, chance);
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
  const failures = breaker.failures + 1;
  const isHopeless = fault.kind === 'unavailable' && fault.why === 'insecure';
  if (isHopeless || (fault.kind !== 'throttled' && failures >= maxFailures)) {
    return { kind: 'tripped', hold: holdFor(fault), fault, pause: asked };
  }
  const widest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
  const waitMs = Math.max(SHORTEST_WAIT_MS, widest * chance, askedUntilMs - nowMs);
  const asksUntilMs = asked?.untilMs ?? 0;
  return { kind: 'waiting', failures, untilMs: nowMs + waitMs, askedUntilMs: asksUntilMs, fault };
}

export function afterSuccess(breaker: CircuitBreaker): CircuitBreaker {
  return breaker.kind === 'tripped' ? breaker : PASSING;
}

/**
 * The breaker once a person wants to try now. It ends our own backoff, but not the pause that the service asked for.
 */
export function withoutPatience(breaker: CircuitBreaker, nowMs: number): CircuitBreaker {
  if (breaker.kind !== 'waiting') return breaker;
  return { ...breaker, untilMs: Math.min(breaker.untilMs, Math.max(nowMs, breaker.askedUntilMs)) };
}

/** A breaker that starts with the pause left over from an earlier one; null: no pause. */
export function breakerAfter(pause: BreakerPause | null, nowMs: number): CircuitBreaker {
  if (pause === null || pause.untilMs <= nowMs) return PASSING;
  return { kind: 'waiting', failures: 0, askedUntilMs: pause.untilMs, ...pause };
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
  const isOffline =
    fault.kind === 'unavailable' &&
    ['no-address', 'no-connection', 'working-offline'].includes(fault.why);
  return isOffline ? 'offline' : 'server';
}

/** Never less than the service asked for, but at most a quarter of an hour. */
function askedWaitMs(fault: ServiceFault, chance: number): number {
  const asks = fault.kind === 'throttled' || fault.kind === 'unavailable';
  const askedMs = asks ? (fault.retryAfterMs ?? 0) : 0;
  return Math.min(askedMs * (1 + ASKED_WAIT_SPREAD * chance), LONGEST_ASKED_WAIT_MS);
}
