/** Holds the run's circuit breaker and tells user interfaces when all requests wait. */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Announce } from './ports.ts';
import {
  afterFault,
  afterReturn,
  afterSuccess,
  breakerAfter,
  holdFor,
  pauseOf,
  withoutPatience,
  type CircuitBreaker,
  type BreakerPause,
} from './circuit-breaker.ts';
import { wallTimeMs } from './wall-time.ts';

/** Why all requests wait. */
export interface BreakerWait {
  readonly fault: ServiceFault;
  readonly hold: HoldReason;
  readonly sinceMs: number;
  /** Null: until the next recheck, or until a person acts. */
  readonly untilMs: number | null;
}

export interface ServiceBreaker {
  /** True when requests are allowed now. */
  isPassing(): boolean;
  /** When requests are allowed again; null when they are allowed now, or the service is given up for this run. */
  passesAtMs(): number | null;
  /** Waits until requests are allowed again, or the service is given up. Rejects with the signal's reason on abort. */
  untilPassing(signal: AbortSignal): Promise<void>;
  /** Null while requests are allowed. */
  wait(): BreakerWait | null;
  /** Only the fault of `wait`. */
  readonly waitsFor: () => ServiceFault | null;
  /** The tripped breaker, or null. */
  tripped(): Extract<CircuitBreaker, { kind: 'tripped' }> | null;
  failed(fault: ServiceFault): void;
  succeeded(): void;
  /** From now on, waits for every outage to end, however long it lasts. */
  bePatient(): void;
  /**
   * Something may have changed, such as who is signed in: a tripped breaker lets the next request try, once the pause
   * that the service asked for is over.
   */
  reset(): void;
  /** A person wants to know now: the next request is made at once, unless the service itself asked for a pause. */
  tryNow(): void;
  /** Connections to the service can be made again: the wait ends within as long a time as the outage lasted. */
  serviceIsBack(): void;
  /** The pause that is left, for the breaker of the next run; null: none. Means nothing to another process. */
  pause(): BreakerPause | null;
}

/** `pause`: what was left of the previous run's pause. */
export function makeServiceBreaker(
  ports: {
    readonly clock: Clock;
    /** A number between 0 and 1. */
    readonly chance: () => number;
    readonly announce: Announce;
    /** Called for each fault that is reported. */
    readonly onFault?: (fault: ServiceFault) => void;
  },
  pause: BreakerPause | null = null,
): ServiceBreaker {
  const { clock } = ports;
  let breaker: CircuitBreaker = breakerAfter(pause, clock.monotonicMs());
  let maxFailures: number | undefined;
  let blockedSinceMs: number | null = breaker.kind === 'passing' ? null : clock.nowMs();
  /** On the steady clock, like everything in the breaker. */
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
      // The wait may be prolonged meanwhile.
      for (let ms = leftMs(); ms > 0; ms = leftMs()) await clock.sleep(ms, signal);
    },
    wait,
    waitsFor: () => wait()?.fault ?? null,
    tripped: () => (breaker.kind === 'tripped' ? breaker : null),
    failed(fault) {
      ports.onFault?.(fault);
      const before = breaker;
      breaker = afterFault(breaker, fault, clock.monotonicMs(), ports.chance(), maxFailures);
      if (breaker.kind !== 'passing') blockedSinceMs ??= clock.nowMs();
      if (breaker !== before && breaker.kind === 'waiting') {
        ports.announce({ kind: 'waiting', fault, untilMs: wallTimeMs(breaker.untilMs, clock) });
      }
    },
    succeeded() {
      // The answer belongs to a request from before the pause: the pause still counts.
      if (!isPassing()) return;
      const wasWaiting = breaker.kind === 'waiting';
      breaker = afterSuccess(breaker);
      blockedSinceMs = null;
      if (wasWaiting) ports.announce({ kind: 'passing' });
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
    serviceIsBack() {
      breaker = afterReturn(breaker, clock.monotonicMs(), ports.chance());
    },
    pause: () => pauseOf(breaker, clock.monotonicMs()),
  };
}
