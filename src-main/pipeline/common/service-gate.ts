/**
 * The account's one gate to the service: may it be asked now, and why not? The stages of a run wait for its circuit
 * breaker, and user interfaces are told when they do. Every other call is held back only while a person works offline, or
 * by a pause that the service asked of anybody, and told until when: our own backoff is not theirs. Signing in is never
 * held back.
 */
import type { HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { fail, type Result } from '../../../src-shared/model/result.ts';
import {
  answeredFault,
  type ServiceFault,
} from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { State } from '../../db/state.ts';
import { spreadMs } from '../../platform/waiting.ts';
import { waitedMs } from '../../service/classify.ts';
import type { ServiceClient } from '../../service/service-client.ts';
import type { ContentChecker, AccountPorts } from './ports.ts';
import {
  afterFault,
  afterReturn,
  afterSuccess,
  breakerAfter,
  holdFor,
  isSilence,
  PASSING,
  pauseOf,
  withoutPatience,
  type CircuitBreaker,
} from './circuit-breaker.ts';
import { wallTimeMs } from './stage.ts';

/** The name of the preference: a laptop opened on a train stays offline. */
const WORK_OFFLINE = 'work-offline';
const ON = 'on';

/** What a person's wish to work offline answers. */
export const OFFLINE: ServiceFault = {
  kind: 'unavailable',
  why: 'working-offline',
  status: null,
  retryAfterMs: null,
};

/** What the preferences of a database say that no core has opened. */
export function isKeptOffline(preferences: Readonly<Record<string, string>>): boolean {
  return preferences[WORK_OFFLINE] === ON;
}

/** So long may one answer be late while others, or bytes of an upload, come through. */
const SIGN_OF_LIFE_MS = 30 * SECOND_MS;

type AskingFault = Extract<ServiceFault, { kind: 'throttled' | 'unavailable' }>;
type Gate = Pick<ServiceGate, 'refusal' | 'heard'>;

/** Why all requests wait. */
export interface BreakerWait {
  readonly fault: ServiceFault;
  readonly hold: HoldReason;
  readonly sinceMs: number;
  /** Null: until the next recheck, or until a person acts. */
  readonly untilMs: number | null;
}

export type ServiceGate = ReturnType<typeof makeServiceGate>;

export function makeServiceGate(
  ports: Pick<AccountPorts, 'clock' | 'chance' | 'announce'> & {
    readonly preferences: Pick<State['preferences'], 'get' | 'set'>;
  },
) {
  const { clock, preferences } = ports;
  let breaker: CircuitBreaker = PASSING;
  let maxFailures: number | undefined;
  let blockedSinceMs: number | null = null;
  /** When something came from the service last, or went on to it, in this run; on the steady clock. */
  let movedAtMs = -Infinity;
  let onFault: ((fault: ServiceFault) => void) | null = null;
  let isOffline = preferences.get(WORK_OFFLINE) === ON;
  let asked: {
    readonly atMs: number;
    readonly untilMs: number;
    readonly fault: AskingFault;
  } | null = null;
  /** Answers of our own, which ask for nothing new. */
  const own = new WeakSet<ServiceFault>();
  const askedLeftMs = () => Math.max(0, (asked?.untilMs ?? 0) - clock.monotonicMs());
  /** On the steady clock, like everything in the breaker. */
  const leftMs = () => (breaker.kind === 'waiting' ? breaker.untilMs - clock.monotonicMs() : 0);
  /** When requests are allowed again; null when they are allowed now, or the service is given up for this run. */
  const passesAtMs = () =>
    breaker.kind === 'waiting' && leftMs() > 0 ? wallTimeMs(breaker.untilMs, clock) : null;
  /** True when requests are allowed now. */
  const isPassing = () => breaker.kind !== 'tripped' && leftMs() <= 0;
  /** Null while requests are allowed. */
  function wait(): BreakerWait | null {
    if (breaker.kind === 'passing' || isPassing() || blockedSinceMs === null) return null;
    const { fault } = breaker;
    return { fault, hold: holdFor(fault), sinceMs: blockedSinceMs, untilMs: passesAtMs() };
  }
  /** Notes what an answer asked for; true when the pause is new or longer by it. */
  function note(fault: ServiceFault): boolean {
    const isAsking = fault.kind === 'throttled' || fault.kind === 'unavailable';
    if (!isAsking || own.has(fault) || waitedMs(fault.retryAfterMs) <= askedLeftMs()) return false;
    const atMs = clock.monotonicMs();
    const untilMs = atMs + spreadMs(waitedMs(fault.retryAfterMs), ports.chance());
    asked = { atMs, untilMs, fault };
    return true;
  }
  function moved(): void {
    movedAtMs = clock.monotonicMs();
  }
  function failed(fault: ServiceFault): void {
    onFault?.(fault);
    note(fault);
    if (fault.kind !== 'unavailable' || fault.status !== null) moved();
    const nowMs = clock.monotonicMs();
    // Who waits at a terminal has waited a minute for this one answer: another minute tells nothing new.
    const isSilent = isSilence(fault) && nowMs - movedAtMs >= SIGN_OF_LIFE_MS;
    const mostFailures = isSilent && maxFailures !== Infinity ? 1 : maxFailures;
    const before = breaker;
    breaker = afterFault(breaker, fault, nowMs, ports.chance(), mostFailures);
    if (breaker.kind !== 'passing') blockedSinceMs ??= clock.nowMs();
    if (breaker !== before && breaker.kind === 'waiting') {
      ports.announce({ kind: 'waiting', fault, untilMs: wallTimeMs(breaker.untilMs, clock) });
    }
  }
  return {
    /** A run begins: it waits for what is left of a pause, and for nothing else. `onFault`: called for each fault of it. */
    beginRun(onFaultOfRun: (fault: ServiceFault) => void) {
      onFault = onFaultOfRun;
      maxFailures = undefined;
      movedAtMs = -Infinity;
      const nowMs = clock.monotonicMs();
      breaker = breakerAfter(pauseOf(breaker, nowMs), nowMs);
      blockedSinceMs = breaker.kind === 'passing' ? null : clock.nowMs();
    },
    isPassing,
    passesAtMs,
    /** Waits until requests are allowed again, or the service is given up. Rejects with the signal's reason on abort. */
    async untilPassing(signal: AbortSignal) {
      // The wait may be prolonged meanwhile.
      for (let ms = leftMs(); ms > 0; ms = leftMs()) await clock.sleep(ms, signal);
    },
    wait,
    /** Only the fault of `wait`. */
    waitsFor: () => wait()?.fault ?? null,
    /** The tripped breaker, or null. */
    tripped: () => (breaker.kind === 'tripped' ? breaker : null),
    failed,
    /** Bytes of an upload went on: the line is slow, but not dead. */
    moved,
    succeeded() {
      moved();
      // The answer belongs to a request from before the pause: the pause still counts.
      if (!isPassing()) return;
      const wasWaiting = breaker.kind === 'waiting';
      breaker = afterSuccess(breaker);
      blockedSinceMs = null;
      if (wasWaiting) ports.announce({ kind: 'passing' });
    },
    /** From now on, waits for every outage to end, however long it lasts. */
    bePatient() {
      maxFailures = Infinity;
    },
    /**
     * Something may have changed, such as who is signed in: a tripped breaker lets the next request try, once the pause
     * that the service asked for is over.
     */
    reset() {
      if (breaker.kind !== 'tripped') return;
      breaker = breakerAfter(breaker.pause, clock.monotonicMs());
      if (breaker.kind === 'passing') blockedSinceMs = null;
    },
    /** A person wants to know now: the next request is made at once, unless the service itself asked for a pause. */
    tryNow() {
      breaker = withoutPatience(breaker, clock.monotonicMs());
    },
    /** Connections to the service can be made again: the wait ends within as long a time as the outage lasted. */
    serviceIsBack() {
      breaker = afterReturn(breaker, clock.monotonicMs(), ports.chance());
    },
    /** What a call outside the stages is answered with instead of being sent; null: it may be sent. */
    refusal() {
      if (isOffline) return OFFLINE;
      const ms = askedLeftMs();
      if (asked === null || ms <= 0) return null;
      // What was asked for is told, also where less of it is waited for.
      const toldMs = (asked.fault.retryAfterMs ?? 0) - (clock.monotonicMs() - asked.atMs);
      const left = { ...asked.fault, retryAfterMs: Math.ceil(Math.max(ms, toldMs)) };
      own.add(left);
      return left;
    },
    /** Such a call ended with this fault, which may ask everybody for a pause. */
    heard(fault: ServiceFault) {
      if (note(fault)) failed(fault);
    },
    isOffline: () => isOffline,
    /** No request is made and nothing is sent from now on, also after a restart, until it is set back. */
    setOffline(isWanted: boolean) {
      preferences.set(WORK_OFFLINE, isWanted ? ON : 'off');
      isOffline = isWanted;
    },
  };
}

/** The same calls, which send nothing while the gate is closed to them. */
export function gatedClient(client: ServiceClient, gate: Gate): ServiceClient {
  function gated<Asked extends readonly unknown[], Value>(
    send: (...asked: Asked) => Promise<Result<Value, ServiceFault>>,
  ) {
    return async (...asked: Asked): Promise<Result<Value, ServiceFault>> => {
      const refusal = gate.refusal();
      if (refusal !== null) return fail(refusal);
      const answer = await send(...asked);
      if (!answer.ok) gate.heard(answeredFault(answer.fault));
      return answer;
    };
  }
  const { clock, call, sendSmallFile, certificate, document } = client;
  return {
    clock,
    call: gated(call),
    sendSmallFile: gated(sendSmallFile),
    certificate: gated(certificate),
    document: gated(document),
  };
}

/** The same for the duplicate check, which uploads a content. */
export function gatedChecker(checker: ContentChecker, gate: Gate): ContentChecker {
  return {
    async check(...asked) {
      const refusal = gate.refusal();
      if (refusal !== null) return { kind: 'fault', fault: refusal };
      const outcome = await checker.check(...asked);
      if (outcome.kind === 'fault') gate.heard(outcome.fault);
      return outcome;
    },
  };
}
