/**
 * The pause that the service asked for, kept by everybody who asks it: an answer with Retry-After to one caller holds
 * back the calls of all others, a person's included, who is told until when. Signing in is not held back.
 */
import { fail, type Result } from '../../src-shared/model/result.ts';
import { answeredFault, type ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../platform/clock.ts';
import { spreadMs } from '../platform/spread.ts';
import type { ContentChecker } from '../pipeline/common/ports.ts';
import type { ServiceClient } from '../service/service-client.ts';

export interface AskedPause {
  /** Notes what an answer asked for; true when the pause is new or longer by it. */
  note(fault: ServiceFault): boolean;
  /** What a call is answered with while the pause lasts; null: it may be sent. */
  fault(): ServiceFault | null;
}

export function makeAskedPause(clock: Clock, chance: () => number): AskedPause {
  let pause: { readonly untilMs: number; readonly fault: AskingFault } | null = null;
  /** Answers of our own, which ask for nothing new. */
  const own = new WeakSet<ServiceFault>();
  const leftMs = () => Math.max(0, (pause?.untilMs ?? 0) - clock.monotonicMs());
  return {
    note(fault) {
      const isAsking = fault.kind === 'throttled' || fault.kind === 'unavailable';
      if (!isAsking || own.has(fault) || (fault.retryAfterMs ?? 0) <= leftMs()) return false;
      const untilMs = clock.monotonicMs() + spreadMs(fault.retryAfterMs ?? 0, chance());
      pause = { untilMs, fault };
      return true;
    },
    fault() {
      const ms = leftMs();
      if (pause === null || ms <= 0) return null;
      const left = { ...pause.fault, retryAfterMs: Math.ceil(ms) };
      own.add(left);
      return left;
    },
  };
}

type AskingFault = Extract<ServiceFault, { kind: 'throttled' | 'unavailable' }>;

/** The same calls, which send nothing while the pause lasts. `onPause`: one of their answers asked for it. */
export function pausingClient(
  client: ServiceClient,
  pause: AskedPause,
  onPause: (fault: ServiceFault) => void,
): ServiceClient {
  async function unlessPaused<Value>(
    send: () => Promise<Result<Value, ServiceFault>>,
  ): Promise<Result<Value, ServiceFault>> {
    const paused = pause.fault();
    if (paused !== null) return fail(paused);
    const answer = await send();
    const fault = answer.ok ? null : answeredFault(answer.fault);
    if (fault !== null && pause.note(fault)) onPause(fault);
    return answer;
  }
  return {
    ...client,
    call: (name, input, signal) => unlessPaused(() => client.call(name, input, signal)),
    sendSmallFile: (name, path, file, signal) =>
      unlessPaused(() => client.sendSmallFile(name, path, file, signal)),
    certificate: (name, path, raw, signal) =>
      unlessPaused(() => client.certificate(name, path, raw, signal)),
    document: (name, path, signal) => unlessPaused(() => client.document(name, path, signal)),
  };
}

/** The same for the duplicate check, which uploads a content. */
export function pausingChecker(
  checker: ContentChecker,
  pause: AskedPause,
  onPause: (fault: ServiceFault) => void,
): ContentChecker {
  return {
    ...checker,
    async check(source, hooks, signal) {
      const paused = pause.fault();
      if (paused !== null) return { kind: 'fault', fault: paused };
      const outcome = await checker.check(source, hooks, signal);
      if (outcome.kind === 'fault' && pause.note(outcome.fault)) onPause(outcome.fault);
      return outcome;
    },
  };
}
