/**
 * What the end of an exchange means for a paid upload. Pure; the only module that distinguishes "nothing was recorded",
 * "recorded" and "unknown". Any doubt counts as unknown.
 */
import type { Received } from '../../../src-shared/model/files/file-view.ts';
import { denialIn } from '../../../src-shared/model/files/upload-evidence.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type {
  DenyingAnswer,
  ServiceFault,
  UnavailableCause,
} from '../../../src-shared/model/status/service-fault.ts';
import { Uploaded } from '../../../src-shared/service/files.ts';
import { isObject } from '../../../src-shared/service/reading.ts';
import {
  faultOfError,
  faultOfStatus,
  isHtml,
  isOwnReason,
  readAnswer,
  strange,
  type Circumstances,
} from '../../service/classify.ts';
import { parseJson } from '../../service/json-text.ts';
import { causeOfError } from '../../service/network-error.ts';
import type { Answer } from './wire/send.ts';
import type { StopFault, UploadOutcome } from '../common/upload-outcome.ts';
import type { FormEnd } from './form/form-request.ts';

/**
 * Evaluates the end of one attempt. `isTailReleased` is what the journal recorded, not what the network may have done;
 * `nowMs` turns a Retry-After date into a pause. `arePlain`: none of our own header fields were sent.
 */
export function evaluateEnd(
  end: FormEnd,
  isTailReleased: boolean,
  nowMs: number,
  arePlain = false,
): UploadOutcome {
  const outcome = evaluate(end, isTailReleased, nowMs);
  if (outcome.kind !== 'unknown') return outcome;
  const received = outcome.received ?? receivedIn(end);
  const denial = denialIn(received);
  const isOwn = end.kind === 'answered' && isOwnReason(end.answer);
  if (denial === null || received.kind !== 'answer' || !(isOwn || arePlain))
    return { ...outcome, received };
  const why = isOwn ? ({ isOwnReason: true } as const) : ({ isNotOverFields: true } as const);
  return { ...outcome, received: { ...received, denial: { ...denial, ...why } } };
}

function evaluate(end: FormEnd, isTailReleased: boolean, nowMs: number): UploadOutcome {
  const circumstances = { effect: 'paid', mayHaveActed: isTailReleased, nowMs } as const;
  switch (end.kind) {
    case 'answered':
      return isTailReleased
        ? evaluateAnswer(end.answer, circumstances)
        : evaluateEarlyAnswer(end.answer, circumstances);
    case 'broken':
      return evaluateFault(faultOfBreak(end.error, circumstances));
    case 'stalled':
      if (isTailReleased) return { kind: 'unknown', why: 'timed-out' };
      return stopped(unavailable(end.phase === 'connect' ? 'no-connection' : 'timed-out'));
    case 'aborted':
      return isTailReleased
        ? { kind: 'unknown', why: 'cancelled' }
        : stopped({ kind: 'cancelled' });
    case 'not-sent':
    case 'body-stopped':
      return isTailReleased ? lostOverOwnFault(end.fault) : evaluateOwnFault(end.fault);
    case 'undecided':
      return evaluateUndecided(end.answer, circumstances);
    case 'resource-lost':
      if (isTailReleased) return { kind: 'unknown', why: 'resource-lost' };
      return stopped({ kind: 'resource-lost', why: end.why });
    case 'over-limit':
      return { kind: 'refused', fault: { kind: 'too-large', serviceSays: null } };
    default:
      return assertNever(end);
  }
}

/** The fault of a connection that gave no answer. Throws when the error does not come from the network: a bug. */
export function faultOfBreak(error: Error, circumstances: Circumstances): ServiceFault {
  const fault = faultOfError(error, circumstances);
  if (fault === null) throw error;
  return fault;
}

export function unavailable(why: UnavailableCause): ServiceFault {
  return { kind: 'unavailable', why, status: null, retryAfterMs: null };
}

/**
 * The service had the whole form: only its id says that it is recorded, and no status that it is not. A denial may come
 * after the record, from a gateway, a rate limit or the service itself.
 */
function evaluateAnswer(answer: Answer, circumstances: Circumstances): UploadOutcome {
  const { status } = answer;
  if (isSuccess(answer) && !answer.isComplete) return { kind: 'unknown', why: 'unreadable-answer' };
  const read = readAnswer(answer, Uploaded, circumstances);
  if (read.ok) return { kind: 'recorded', fileId: read.value.fileId };
  const { fault } = read;
  if (fault.kind === 'unknown-outcome' && fault.why === 'denied') {
    return denied(fault.denial, answer);
  }
  if (!isSuccess(answer)) {
    if (status === 408) return { kind: 'unknown', why: 'timed-out' }; // contradicts a form that left completely
    return { kind: 'unknown', why: status < 400 ? 'not-the-service' : 'server-error' };
  }
  // Only an object can be the service's own message; a page may come from a portal that kept the form.
  return {
    kind: 'unknown',
    why: isJsonObject(answer.text) ? 'recorded-without-id' : 'unreadable-answer',
  };
}

/** The fault concerns other requests too when it ends the session or asks for a pause. */
function denied({ status, fault }: DenyingAnswer, answer: Answer): UploadOutcome {
  const serviceSays = 'serviceSays' in fault ? fault.serviceSays : null;
  const content = contentOf(answer, answer.text);
  const denial = { status, serviceSays, isPage: content === 'html' };
  const received = { kind: 'answer', status: answer.status, content, denial } as const;
  const concernsAll = fault.kind === 'not-signed-in' || fault.kind === 'throttled';
  return { kind: 'unknown', why: 'denied', received, ...(concernsAll ? { fault } : {}) };
}

/** The form was not complete when the answer came, so nothing can have been recorded, whatever it says. */
function evaluateEarlyAnswer(answer: Answer, circumstances: Circumstances): UploadOutcome {
  const read = readAnswer(answer, Uploaded, circumstances);
  // A service that records what it has not read breaks its own rules: only a search can tell.
  return read.ok ? { kind: 'unknown', why: 'early-success' } : evaluateFault(read.fault);
}

/** The verdict on the form is unknown; the protocol's answer only says when to ask again. */
function evaluateUndecided(answer: Answer, circumstances: Circumstances): UploadOutcome {
  const fault = faultOfStatus(answer, { ...circumstances, mayHaveActed: false });
  if (!circumstances.mayHaveActed) {
    return evaluateFault(fault ?? strange('unreadable', circumstances));
  }
  if (fault?.kind === 'not-signed-in') return { kind: 'unknown', why: fault.kind };
  if (fault?.kind === 'throttled') return { kind: 'unknown', why: fault.kind, fault };
  if (fault?.kind !== 'unavailable') return { kind: 'unknown', why: 'not-the-service' };
  const asksToWait = fault.retryAfterMs !== null;
  return { kind: 'unknown', why: fault.why, ...(asksToWait ? { fault } : {}) };
}

/** The form left completely before; a fault on our own side now says nothing about it. */
function lostOverOwnFault(fault: Extract<FormEnd, { fault: unknown }>['fault']): UploadOutcome {
  switch (fault.kind) {
    case 'not-signed-in':
      return { kind: 'unknown', why: fault.kind };
    case 'interrupted':
      return { kind: 'unknown', why: 'cancelled' };
    case 'source-changed':
    case 'source-unreadable':
    case 'not-released':
      return { kind: 'unknown', why: 'cannot-go-on' };
    default:
      return assertNever(fault);
  }
}

function evaluateFault(fault: ServiceFault): UploadOutcome {
  switch (fault.kind) {
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
      return { kind: 'refused', fault };
    case 'not-signed-in':
    case 'throttled':
    case 'unavailable':
    case 'not-the-service':
      return stopped(fault);
    case 'unknown-outcome':
      return { kind: 'unknown', why: fault.why };
    default:
      return assertNever(fault);
  }
}

/** What a person is told about it. */
function receivedIn(end: FormEnd): Received {
  switch (end.kind) {
    case 'answered':
    case 'undecided': {
      const { status, text, isComplete } = end.answer;
      return {
        kind: 'answer',
        status,
        content: isComplete ? contentOf(end.answer, text) : 'incomplete',
      };
    }
    case 'stalled':
      return { kind: 'nothing', why: 'timed-out' };
    case 'aborted':
    case 'not-sent':
    case 'body-stopped':
      return { kind: 'nothing', why: 'stopped' };
    case 'broken':
      return {
        kind: 'nothing',
        why: causeOfError(end.error) === 'not-http' ? 'not-http' : 'broken-connection',
      };
    case 'resource-lost':
    case 'over-limit':
      return { kind: 'nothing', why: 'broken-connection' };
    default:
      return assertNever(end);
  }
}

function contentOf(answer: Answer, text: string): Extract<Received, { kind: 'answer' }>['content'] {
  if (text.trim() === '') return 'empty';
  if (isHtml(answer)) return 'html';
  return parseJson(text).ok ? 'json' : 'text';
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function isJsonObject(text: string): boolean {
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value);
}

function evaluateOwnFault(fault: Extract<FormEnd, { fault: unknown }>['fault']): UploadOutcome {
  switch (fault.kind) {
    case 'source-changed':
      return { kind: 'source-changed' };
    case 'not-released':
      return stopped({ kind: 'journal-failed', code: fault.code });
    case 'interrupted':
      return stopped({ kind: 'cancelled' });
    case 'source-unreadable':
    case 'not-signed-in':
      return stopped(fault);
    default:
      return assertNever(fault);
  }
}

function stopped(fault: StopFault): UploadOutcome {
  return { kind: 'stopped', fault };
}
