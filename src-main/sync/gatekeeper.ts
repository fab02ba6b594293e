/** Holds the run's one service gate and tells faces when everything waits. */
import type { HoldReason } from '../../src-shared/model/file-state.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { Clock } from '../ports/clock.ts';
import type { Announce } from './ports.ts';
import { afterFault, afterSuccess, holdFor, OPEN_GATE, type Gate } from './service-gate.ts';

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
  /** Something may have changed, such as who is signed in: a closed gate lets the next request try. */
  reopen(): void;
}

export function makeGatekeeper(ports: {
  readonly clock: Clock;
  /** A number between 0 and 1. */
  readonly chance: () => number;
  readonly announce: Announce;
}): Gatekeeper {
  let gate: Gate = OPEN_GATE;
  let maxFailures: number | undefined;
  let shutSinceMs: number | null = null;
  const opensAtMs = () =>
    gate.kind === 'waiting' && gate.untilMs > ports.clock.nowMs() ? gate.untilMs : null;
  const isOpen = () => gate.kind !== 'closed' && opensAtMs() === null;
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
      for (let atMs = opensAtMs(); atMs !== null; atMs = opensAtMs()) {
        await ports.clock.sleep(atMs - ports.clock.nowMs(), signal);
      }
    },
    wait,
    waitsFor: () => wait()?.fault ?? null,
    closed: () => (gate.kind === 'closed' ? gate : null),
    failed(fault) {
      const before = gate;
      gate = afterFault(gate, fault, ports.clock.nowMs(), ports.chance(), maxFailures);
      if (gate.kind !== 'open') shutSinceMs ??= ports.clock.nowMs();
      if (gate !== before && gate.kind === 'waiting') {
        ports.announce({ kind: 'waiting', fault, untilMs: gate.untilMs });
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
      gate = OPEN_GATE;
      shutSinceMs = null;
    },
  };
}
