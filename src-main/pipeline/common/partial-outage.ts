/**
 * A partial outage: one kind of request fails each time, or is never answered, while the service answers another. Such a fault
 * says as little about all other requests as a refusal (`isPartial`), so nothing else waits for it. Before that is known, a
 * failure counts as one of the whole service.
 */
import { fail, type Result } from '../../../src-shared/model/result.ts';
import {
  isFailureAnswer,
  type ServiceFault,
} from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { makeTimeLimit, TOO_LATE } from '../../platform/waiting.ts';
import { concernsEverything, isSilence } from './circuit-breaker.ts';
import { isSmall } from './place-limit.ts';
import {
  destinationKey,
  type AccountPorts,
  type ChargeHistory,
  type CheckOutcome,
  type ContentChecker,
  type RemoteRecords,
} from './ports.ts';

/** After so many failures of a kind, each begun after the one before had ended, another is tried. */
const MOST_FAILURES = 3;
/** As many times more before another is tried again that failed too: an outage of everything gets few requests. */
const AGAIN_AFTER = 2;
/** So long its answer is waited for: where nothing is answered, a minute has already been waited in vain. */
const ANSWER_LIMIT_MS = 15 * SECOND_MS;
/** So long its answer counts for all kinds. */
const BELIEVED_MS = 5 * MINUTE_MS;
/** So long nothing of a kind that was never answered is asked for again: each answer is waited for for minutes. */
const SILENT_MS = 10 * MINUTE_MS;

interface Kind {
  failures: number;
  /** So many, until another is tried. */
  mostFailures: number;
  latestMs: number;
  /** What is answered instead of asking. */
  silence: { readonly fault: ServiceFault; readonly untilMs: number } | null;
}

/** How an answer tells its fault. */
interface Reading<Answer> {
  readonly faultOf: (answer: Answer) => ServiceFault | null;
  readonly answerOf: (fault: ServiceFault) => Answer;
}

const READ = {
  faultOf: (read: Result<unknown, ServiceFault>) => (read.ok ? null : read.fault),
  answerOf: fail<ServiceFault>,
};
const CHECKED: Reading<CheckOutcome> = {
  faultOf: (outcome) => (outcome.kind === 'fault' ? outcome.fault : null),
  answerOf: (fault) => ({ kind: 'fault', fault }),
};
const REFRESHED: Reading<ServiceFault | null> = {
  faultOf: (fault) => fault,
  answerOf: (fault) => fault,
};

interface Ports extends Pick<AccountPorts, 'gate' | 'clock' | 'remote'> {
  readonly checker: ContentChecker;
  readonly charges: ChargeHistory;
}

/** The same ports, which tell a fault that is no matter of all requests. */
export function throughPartialOutages({ gate, clock, remote, checker, charges }: Ports) {
  const kinds = new Map<string, Kind>();
  /** Until when another kind counts as answered, on the steady clock. */
  let answeredUntilMs = -Infinity;

  /** `isTelling`: its silence says something about others of its kind. */
  async function ask<Answer>(
    name: string,
    isTelling: boolean,
    { faultOf, answerOf }: Reading<Answer>,
    request: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const kind = kinds.get(name) ?? {
      failures: 0,
      mostFailures: MOST_FAILURES,
      latestMs: -Infinity,
      silence: null,
    };
    kinds.set(name, kind);
    if (kind.silence !== null && clock.monotonicMs() < kind.silence.untilMs)
      return answerOf(kind.silence.fault);
    const begunMs = clock.monotonicMs();
    const answer = await request();
    const fault = faultOf(answer);
    const saysItWorks = fault === null || !concernsEverything(fault);
    if (saysItWorks) Object.assign(kind, { failures: 0, mostFailures: MOST_FAILURES });
    if (saysItWorks || !isOwnFailure(fault, isTelling)) return answer;
    if (begunMs >= kind.latestMs) kind.failures += isSilence(fault) ? MOST_FAILURES : 1;
    kind.latestMs = clock.monotonicMs();
    if (kind.failures < kind.mostFailures || !(await answersOthers(kind, signal))) return answer;
    const partial: ServiceFault = { ...fault, isPartial: true };
    if (isSilence(fault) && isTelling)
      kind.silence = { fault: partial, untilMs: clock.monotonicMs() + SILENT_MS };
    return answerOf(partial);
  }

  async function answersOthers(kind: Kind, signal: AbortSignal): Promise<boolean> {
    if (clock.monotonicMs() < answeredUntilMs) return true;
    const over = new AbortController();
    const limit = makeTimeLimit(ANSWER_LIMIT_MS, clock, AbortSignal.any([signal, over.signal]));
    const read = await limit.during((either) => remote.balance(either)).finally(() => over.abort());
    if (read === TOO_LATE || !read.ok) {
      kind.mostFailures = kind.failures * AGAIN_AFTER;
      return false;
    }
    answeredUntilMs = clock.monotonicMs() + BELIEVED_MS;
    gate.succeeded();
    return true;
  }

  const throughChecker: ContentChecker = {
    check(source, hooks, signal) {
      const isTelling = isSmall(source.identity.sizeBytes);
      const request = () => checker.check(source, hooks, signal);
      return ask('check', isTelling, CHECKED, request, signal);
    },
  };
  const throughRemote: RemoteRecords = {
    ...remote,
    list(place, hooks, signal) {
      const request = () => remote.list(place, hooks, signal);
      return ask(`list ${destinationKey(place)}`, true, READ, request, signal);
    },
    fileHash(place, fileId, signal) {
      const request = () => remote.fileHash(place, fileId, signal);
      return ask(`hash ${destinationKey(place)}`, true, READ, request, signal);
    },
  };
  const throughCharges: ChargeHistory = {
    ...charges,
    refresh(sinceMs, signal) {
      return ask('history', true, REFRESHED, () => charges.refresh(sinceMs, signal), signal);
    },
  };
  return { checker: throughChecker, remote: throughRemote, charges: throughCharges };
}

/** No pause is asked for, and no line that breaks now and then explains it: for what is small it holds long enough. */
function isOwnFailure(
  fault: ServiceFault,
  isSmallEnough: boolean,
): fault is Extract<ServiceFault, { kind: 'unavailable' }> {
  if (fault.kind !== 'unavailable' || fault.isUnsent || fault.retryAfterMs !== null) return false;
  const isBreak = fault.why === 'broken-connection' && isSmallEnough;
  return isFailureAnswer(fault) || isSilence(fault) || isBreak;
}
