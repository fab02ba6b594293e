/** Holds the run's circuit breaker and tells faces when everything waits. */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Announce } from './ports.ts';
import {
  afterFault,
  afterSuccess,
  breakerAfter,
  holdFor,
  pauseOf,
  withoutPatience,
  type CircuitBreaker,
  type BreakerPause,
} from './circuit-breaker.ts';
import { wallTimeMs } from './wall-time.ts';

/** What everything waits for. */
export interface BreakerWait {
  readonly fault: ServiceFault;
  readonly hold: HoldReason;
  readonly sinceMs: number;
  /** Null: until the next round, or a person. */
  readonly untilMs: number | null;
}

export interface ServiceBreaker {
  /** True when the service may be asked now. */
  isPassing(): boolean;
  /** When it may be asked again; null when it may be asked now, or is given up for this run. */
  passesAtMs(): number | null;
  /** Waits until the service may be asked again, or is given up. Rejects with the signal's reason on abort. */
  untilPassing(signal: AbortSignal): Promise<void>;
  /** Null while the service may be asked. */
  wait(): BreakerWait | null;
  /** Only the fault of `wait`. */
  readonly waitsFor: () => ServiceFault | null;
  /** the tripped breaker, or null. */
  tripped(): Extract<CircuitBreaker, { kind: 'tripped' }> | null;
  failed(fault: ServiceFault): void;
  succeeded(): void;
  /** From now on outages are waited for, however long they last. */
  bePatient(): void;
  /**
   * Something may have changed, such as who is signed in: a tripped breaker lets the next request try, once the pause that
   * the service asked for is over.
   */
  reset(): void;
  /** A person wants to know now: the next request is made at once, unless the service itself asked for a pause. */
  tryNow(): void;
  /** What is still to be waited for, for the breaker of the next run; null: nothing. Means nothing to another process. */
  pause(): BreakerPause | null;
}

/** `pause`: what the breaker of the run before still had to wait for. */
export function makeServiceBreaker(
  ports: {
    readonly clock: Clock;
    /** A number between 0 and 1. */
    readonly chance: () => number;
    readonly announce: Announce;
  },
  pause: BreakerPause | null = null,
): ServiceBreaker {
  const { clock } = ports;
  let breaker: CircuitBreaker = breakerAfter(pause, clock.monotonicMs());
  let maxFailures: number | undefined;
  let blockedSinceMs: number | null = breaker.kind === 'passing' ? null : clock.nowMs();
  /** On the steady clock, as everything in the breaker. */
  const leftMs = () => (breaker.kind === 'waiting' ? breaker.untilMs - clock.monotonicMs() : 0);
  const passesAtMs = () =>
    breaker.kind === 'waiting' && leftMs() > 0 ? wallTimeMs(breaker.untilMs, clock) : null;
  const isPassing = () => breaker.kind !== 'tripped' && leftMs() <= 0;
  function wait(): BreakerWait | null {
    if (breaker.kind === 'passing' || isPassing() || blockedSinceMs === null) return null;
    const { fault } = breaker;
    return { fault, hold: holdFor(fault), sinceMs: blockedSinceMs, untilMs: passesAtMs() };
  }
  return {
    isPassing,
    passesAtMs,
    async untilPassing(signal) {
      // It may be told to wait longer meanwhile.
      for (let ms = leftMs(); ms > 0; ms = leftMs()) await clock.sleep(ms, signal);
    },
    wait,
    waitsFor: () => wait()?.fault ?? null,
    tripped: () => (breaker.kind === 'tripped' ? breaker : null),
    failed(fault) {
      const before = breaker;
      breaker = afterFault(breaker, fault, clock.monotonicMs(), ports.chance(), maxFailures);
      if (breaker.kind !== 'passing') blockedSinceMs ??= clock.nowMs();
      if (breaker !== before && breaker.kind === 'waiting') {
        ports.announce({ kind: 'waiting', fault, untilMs: wallTimeMs(breaker.untilMs, clock) });
      }
    },
    succeeded() {
      // During a pause it answers a request from before it: the pause was asked for all the same.
      if (!isPassing()) return;
      breaker = afterSuccess(breaker);
      blockedSinceMs = null;
    },
    bePatient() {
      maxFailures = Infinity;
    },
    reset() {
      if (breaker.kind !== 'tripped') return;
      breaker = breakerAfter(breaker.pause, clock.monotonicMs());
      if (breaker.kind === 'passing') blockedSinceMs = null;
    },
    tryNow() {
      breaker = withoutPatience(breaker, clock.monotonicMs());
    },
    pause: () => pauseOf(breaker, clock.monotonicMs()),
  };
}
