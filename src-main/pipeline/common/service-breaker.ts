/** Holds the run's one service gate and tells faces when everything waits. */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Announce } from './ports.ts';
import {
  afterFault,
  afterSuccess,
  gateAfter,
  holdFor,
  pauseOf,
  withoutPatience,
  type Gate,
  type GatePause,
} from './circuit-breaker.ts';
import { wallTimeMs } from './wall-time.ts';

/** What everything waits for. */
export interface GateWait {
  readonly fault: ServiceFault;
  readonly hold: HoldReason;
  readonly sinceMs: number;
  /** Null: until the next round, or a person. */
  readonly untilMs: number | null;
}

export interface Gatekeeper {
  /** True when the service may be asked now. */
  isOpen(): boolean;
  /** When it may be asked again; null when it is open, or closed for this run. */
  opensAtMs(): number | null;
  /** Waits until the service may be asked again, or is given up. Rejects with the signal's reason on abort. */
  opened(signal: AbortSignal): Promise<void>;
  /** Null while the service may be asked. */
  wait(): GateWait | null;
  /** Only the fault of `wait`. */
  readonly waitsFor: () => ServiceFault | null;
  /** The closed gate, or null. */
  closed(): Extract<Gate, { kind: 'closed' }> | null;
  failed(fault: ServiceFault): void;
  succeeded(): void;
  /** From now on outages are waited for, however long they last. */
  bePatient(): void;
  /**
   * Something may have changed, such as who is signed in: a closed gate lets the next request try, once the pause that
   * the service asked for is over.
   */
  reopen(): void;
  /** A person wants to know now: the next request is made at once, unless the service itself asked for a pause. */
  tryNow(): void;
  /** What is still to be waited for, for the gate of the next run; null: nothing. Means nothing to another process. */
  pause(): GatePause | null;
}

/** `pause`: what the gate of the run before still had to wait for. */
export function makeGatekeeper(
  ports: {
    readonly clock: Clock;
    /** A number between 0 and 1. */
    readonly chance: () => number;
    readonly announce: Announce;
  },
  pause: GatePause | null = null,
): Gatekeeper {
  const { clock } = ports;
  let gate: Gate = gateAfter(pause, clock.monotonicMs());
  let maxFailures: number | undefined;
  let shutSinceMs: number | null = gate.kind === 'open' ? null : clock.nowMs();
  /** On the steady clock, as everything in the gate. */
  const leftMs = () => (gate.kind === 'waiting' ? gate.untilMs - clock.monotonicMs() : 0);
  const opensAtMs = () =>
    gate.kind === 'waiting' && leftMs() > 0 ? wallTimeMs(gate.untilMs, clock) : null;
  const isOpen = () => gate.kind !== 'closed' && leftMs() <= 0;
  function wait(): GateWait | null {
    if (gate.kind === 'open' || isOpen() || shutSinceMs === null) return null;
    const { fault } = gate;
    return { fault, hold: holdFor(fault), sinceMs: shutSinceMs, untilMs: opensAtMs() };
  }
  return {
    isOpen,
    opensAtMs,
    async opened(signal) {
      // It may be told to wait longer meanwhile.
      for (let ms = leftMs(); ms > 0; ms = leftMs()) await clock.sleep(ms, signal);
    },
    wait,
    waitsFor: () => wait()?.fault ?? null,
    closed: () => (gate.kind === 'closed' ? gate : null),
    failed(fault) {
      const before = gate;
      gate = afterFault(gate, fault, clock.monotonicMs(), ports.chance(), maxFailures);
      if (gate.kind !== 'open') shutSinceMs ??= clock.nowMs();
      if (gate !== before && gate.kind === 'waiting') {
        ports.announce({ kind: 'waiting', fault, untilMs: wallTimeMs(gate.untilMs, clock) });
      }
    },
    succeeded() {
      // During a pause it answers a request from before it: the pause was asked for all the same.
      if (!isOpen()) return;
      gate = afterSuccess(gate);
      shutSinceMs = null;
    },
    bePatient() {
      maxFailures = Infinity;
    },
    reopen() {
      if (gate.kind !== 'closed') return;
      gate = gateAfter(gate.pause, clock.monotonicMs());
      if (gate.kind === 'open') shutSinceMs = null;
    },
    tryNow() {
      gate = withoutPatience(gate, clock.monotonicMs());
    },
    pause: () => pauseOf(gate, clock.monotonicMs()),
  };
}
