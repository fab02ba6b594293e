/** Holds the run's one service gate and tells faces when everything waits. */
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import type { Clock } from '../ports/clock.ts';
import type { Announce } from './ports.ts';
import { afterFault, afterSuccess, OPEN_GATE, type Gate } from './service-gate.ts';

export interface Gatekeeper {
  /** True when the service may be asked now. */
  isOpen(): boolean;
  /** When it may be asked again; null when it is open, or closed for this run. */
  opensAtMs(): number | null;
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
  const opensAtMs = () =>
    gate.kind === 'waiting' && gate.untilMs > ports.clock.nowMs() ? gate.untilMs : null;
  const isOpen = () => gate.kind !== 'closed' && opensAtMs() === null;
  return {
    isOpen,
    opensAtMs,
    closed: () => (gate.kind === 'closed' ? gate : null),
    failed(fault) {
      const before = gate;
      gate = afterFault(gate, fault, ports.clock.nowMs(), ports.chance(), maxFailures);
      if (gate !== before && gate.kind === 'waiting') {
        ports.announce({ kind: 'waiting', fault, untilMs: gate.untilMs });
      }
    },
    succeeded() {
      // During a pause it answers a request from before it: the pause was asked for all the same.
      if (isOpen()) gate = afterSuccess(gate);
    },
    bePatient() {
      maxFailures = Infinity;
    },
    reopen() {
      if (gate.kind === 'closed') gate = OPEN_GATE;
    },
  };
}
