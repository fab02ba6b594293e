/**
 * What follows an exchange of a resumable upload. Pure. An answer counts as the endpoint's verdict only when it says
 * so, or when it answers the documented POST. Every other answer comes from the upload protocol and decides nothing.
 */
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { header, readRetryAfter } from '../../service/classify.ts';
import type { Answer, ExchangeEnd } from './wire/send.ts';
import type { FormFault } from './form/source-file.ts';
import type { FormEnd } from './form/form-request.ts';
import { isVerdict, readLimits, readOffset } from './resumption.ts';
import type { Support } from './upload-knowledge.ts';

export type Step =
  /** The documented POST, with our fields added. */
  | { readonly step: 'post' }
  | { readonly step: 'return'; readonly end: FormEnd }
  /** Ask for the upload's offset, after a pause; `orElse` once asking was fruitless too often. */
  | { readonly step: 'ask'; readonly waitMs: number; readonly orElse: FormEnd }
  /** `isRepeat`: the service contradicted us, which must not go on for ever. */
  | { readonly step: 'append'; readonly fromByte: number; readonly isRepeat: boolean }
  /** Create the upload with an empty body, and append to it. */
  | { readonly step: 'reserve' }
  /** The documented POST without any of our fields. */
  | { readonly step: 'post-plainly' }
  | { readonly step: 'lose'; readonly why: 'gone' | 'unusable' };

/** What is known when an exchange has ended. */
export interface Facts {
  readonly hasResource: boolean;
  readonly isTailReleased: boolean;
  readonly totalBytes: number;
  readonly nowMs: number;
}

type Ended = ExchangeEnd<FormFault>;

const LONGEST_WAIT_MS = MINUTE_MS; // the module that coordinates all requests to the service handles longer pauses

const RESERVE_FROM_BYTES = 67_108_864; // from this size on, losing the first part costs more than one more round trip

/** How to begin a form, given what is known of the service. */
export function firstStep(support: Support, totalBytes: number): Step {
  switch (support.kind) {
    case 'no':
    case 'spare':
      return { step: 'post-plainly' };
    case 'unknown':
      return { step: 'post' };
    case 'yes': {
      const isSplit = support.maxAppendBytes !== null && support.maxAppendBytes < totalBytes;
      return { step: isSplit || totalBytes >= RESERVE_FROM_BYTES ? 'reserve' : 'post' };
    }
    default:
      return assertNever(support);
  }
}

/** After the POST of a complete form. `asked`: it carried our fields. */
export function afterPost(end: Ended, facts: Facts & { readonly asked: boolean }): Step {
  if (end.kind !== 'answered') return facts.hasResource ? afterBreak(end) : done(end);
  const { answer } = end;
  if (isVerdict(answer) === true) return done(end);
  if (!facts.hasResource) return saysSplit(answer, facts) ? { step: 'reserve' } : done(end);
  if (isSuccess(answer)) return isVerdict(answer) === null ? done(end) : ask(answer);
  if (answer.status === 413 && fitsInParts(answer, facts)) return ask(answer);
  if (passes(answer)) return afterRefusalForNow(answer, facts);
  return answer.status < 400 || answer.status === 401 ? undecided(answer) : done(end);
}

/** After the POST with an empty body. Nothing of the form has left. */
export function afterReserve(end: Ended, { hasResource }: Facts): Step {
  if (end.kind !== 'answered') return hasResource ? afterBreak(end) : done(end);
  const { answer } = end;
  if (isVerdict(answer) === true) return done(end);
  if (isSuccess(answer) && hasResource) return { step: 'append', fromByte: 0, isRepeat: false };
  // Created at an address that we may not use.
  if (isSuccess(answer) && isVerdict(answer) === false) return { step: 'post-plainly' };
  // A service that does not know our fields complains about the missing form.
  return [400, 411, 412, 415, 417, 422, 431].includes(answer.status)
    ? { step: 'post-plainly' }
    : done(end);
}

/** After asking for the offset. `ceiling`: the service cannot hold more than this. */
export function afterAsk(end: Ended, facts: Facts & { readonly ceiling: number }): Step {
  if (end.kind !== 'answered') return afterBreak(end);
  const { answer } = end;
  if (isSuccess(answer)) {
    const offset = readOffset(answer);
    if (offset === null) return undecided(answer); // perhaps the page of a captive portal
    if (offset > facts.ceiling) return { step: 'lose', why: 'unusable' };
    return { step: 'append', fromByte: offset, isRepeat: false };
  }
  return afterMachinery(answer, facts);
}

/** After a PATCH that ended at `toByte`. `size`: bytes of its body. */
export function afterAppend(
  end: Ended,
  facts: Facts & { readonly ceiling: number; readonly toByte: number; readonly size: number },
): Step {
  if (end.kind !== 'answered') return afterBreak(end);
  const { answer } = end;
  if (isVerdict(answer) === true) return done(end);
  if (isSuccess(answer)) {
    const isLast = facts.toByte === facts.totalBytes;
    if (isLast && isVerdict(answer) === null) return done(end);
    const reached = readOffset(answer) ?? facts.toByte;
    if (reached > facts.ceiling) return { step: 'lose', why: 'unusable' };
    return { step: 'append', fromByte: reached, isRepeat: reached < facts.toByte || isLast };
  }
  if (answer.status === 409) {
    const offset = readOffset(answer);
    if (offset === null) return ask(answer);
    if (offset > facts.ceiling) return { step: 'lose', why: 'unusable' };
    return { step: 'append', fromByte: offset, isRepeat: true };
  }
  if (answer.status === 413) {
    const limit = readLimits(answer.headers)?.maxAppendBytes ?? null;
    return limit !== null && limit < facts.size ? ask(answer) : undecided(answer);
  }
  return afterMachinery(answer, facts);
}

/** An answer of the upload's own address that is neither success nor about offsets. */
function afterMachinery(answer: Answer, facts: Facts): Step {
  if (answer.status === 404 || answer.status === 410) return { step: 'lose', why: 'gone' };
  if (passes(answer)) return afterRefusalForNow(answer, facts);
  if (answer.status < 400 || answer.status === 401) return undecided(answer);
  return { step: 'lose', why: 'unusable' };
}

/** Aborted, or stopped by the form itself: the end. Otherwise the connection is the problem, not the upload. */
function afterBreak(end: Exclude<Ended, { kind: 'answered' }>): Step {
  if (end.kind === 'broken' || end.kind === 'stalled') {
    return { step: 'ask', waitMs: 0, orElse: end };
  }
  return done(end);
}

/**
 * Busy or broken for now. A pause the service asks for concerns all requests, unless only waiting here reveals the
 * outcome.
 */
function afterRefusalForNow(answer: Answer, { isTailReleased, nowMs }: Facts): Step {
  const { headers } = answer;
  const date = header(headers, 'date');
  const askedMs = readRetryAfter(header(headers, 'retry-after'), date, nowMs) ?? 0;
  const isForUs = isTailReleased ? askedMs <= LONGEST_WAIT_MS : askedMs === 0;
  if (!isForUs || (answer.status === 429 && !isTailReleased)) return undecided(answer);
  return ask(answer, askedMs);
}

function ask(answer: Answer, waitMs = 0): Step {
  return { step: 'ask', waitMs, orElse: { kind: 'undecided', answer } };
}

function undecided(answer: Answer): Step {
  return { step: 'return', end: { kind: 'undecided', answer } };
}

function done(end: FormEnd): Step {
  return { step: 'return', end };
}

function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

function passes({ status }: Answer): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429;
}

/** "Too large" for one request, not for the file. Only before the tail: after it nothing is begun anew. */
function saysSplit(answer: Answer, facts: Facts & { readonly asked: boolean }): boolean {
  return (
    answer.status === 413 && facts.asked && !facts.isTailReleased && fitsInParts(answer, facts)
  );
}

function fitsInParts({ headers }: Answer, { totalBytes }: Facts): boolean {
  const limits = readLimits(headers);
  if (limits === null || limits.maxAppendBytes === null) return false;
  const fitsWhole = limits.maxSizeBytes === null || totalBytes <= limits.maxSizeBytes;
  return fitsWhole && limits.maxAppendBytes < totalBytes;
}
