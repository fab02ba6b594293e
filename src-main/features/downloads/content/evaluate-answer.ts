/**
 * What a response of the store means for the bytes that are already here. Pure. Bytes of two contents must never be
 * mixed in one file, so a part is accepted only with a proof that it belongs to those bytes. Anything else restarts the
 * download.
 */
import type { CoreFault } from '../../../../src-shared/model/status/core-fault.ts';
import type { StartedAgain } from '../../../../src-shared/model/files/download-view.ts';

/** The bytes of a content that are here. */
export interface Have {
  readonly bytes: number;
  /** Identifies the content: a strong entity tag or a modification time; null when there is none. */
  readonly validator: string | null;
  readonly totalBytes: number | null;
}

export interface StoreAnswer {
  readonly status: number;
  /** One value for each lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export type AnswerPlan =
  /** The response body continues where we are. */
  | { readonly do: 'append'; readonly totalBytes: number; readonly validator: string }
  /** The response body is the complete content. */
  | {
      readonly do: 'begin';
      readonly totalBytes: number | null;
      readonly validator: string | null;
      readonly again: StartedAgain | null;
    }
  /** The download is complete. */
  | { readonly do: 'finish' }
  /** The bytes here are unusable: request the complete content. */
  | { readonly do: 'ask-anew'; readonly again: StartedAgain }
  /** The link has expired. */
  | { readonly do: 'new-link' }
  | { readonly do: 'wait'; readonly status: number }
  | { readonly do: 'give-up'; readonly fault: CoreFault };

/**
 * The request headers. Without a validator a part could be of another content, so the complete content is requested.
 */
export function rangeHeaders(have: Have): Readonly<Record<string, string>> {
  if (have.bytes === 0 || have.validator === null) return {};
  return { Range: `bytes=${have.bytes}-`, 'If-Range': have.validator };
}

export function evaluateAnswer(have: Have, answer: StoreAnswer): AnswerPlan {
  const { status } = answer;
  const encoding = textOf(answer, 'content-encoding');
  if (status === 200 || status === 206) {
    // Compressed bytes are not those of the file, and a part of them is not a part of the file.
    if (encoding !== null && encoding !== 'identity') return giveUp('compressed', status);
    return status === 200 ? evaluateComplete(have, answer) : evaluatePart(have, answer);
  }
  if (status === 416) return evaluateBeyond(have, answer);
  if (status === 400 || status === 401 || status === 403) return { do: 'new-link' };
  if (status === 404 || status === 410) return giveUp('gone', status);
  if (status === 408 || status === 425 || status === 429 || status >= 500)
    return { do: 'wait', status };
  if (status >= 300 && status < 400) return giveUp('redirect', status);
  return status < 300 ? strange(status) : giveUp('refused', status);
}

function evaluateComplete(have: Have, answer: StoreAnswer): AnswerPlan {
  const totalBytes = lengthOf(answer);
  const validator = validatorOf(answer);
  if (have.bytes === 0) return { do: 'begin', totalBytes, validator, again: null };
  const isSame = have.validator !== null && validator === have.validator;
  const again = isSame || have.validator === null ? 'no-ranges' : 'changed';
  return { do: 'begin', totalBytes, validator, again };
}

function evaluatePart(have: Have, answer: StoreAnswer): AnswerPlan {
  if (have.bytes === 0 || have.validator === null) return strange(206); // no part was requested
  const range = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(
    textOf(answer, 'content-range') ?? '',
  );
  if (range === null) return { do: 'ask-anew', again: 'no-ranges' };
  const [first, last, totalBytes] = range.slice(1).map(Number) as [number, number, number];
  const validator = validatorOf(answer);
  const isOther =
    (validator !== null && validator !== have.validator) ||
    (have.totalBytes !== null && have.totalBytes !== totalBytes);
  if (isOther) return { do: 'ask-anew', again: 'changed' };
  const length = lengthOf(answer);
  const fits = first === have.bytes && last === totalBytes - 1;
  if (!fits || (length !== null && length !== totalBytes - first)) {
    return { do: 'ask-anew', again: 'no-ranges' };
  }
  return { do: 'append', totalBytes, validator: have.validator };
}

/** "Range not satisfiable": either all of it is here, or the content is another one. */
function evaluateBeyond(have: Have, answer: StoreAnswer): AnswerPlan {
  if (have.bytes === 0) return strange(416);
  const total = /^bytes \*\/(\d{1,15})$/.exec(textOf(answer, 'content-range') ?? '')?.[1];
  if (Number(total) === have.bytes && have.totalBytes === have.bytes) return { do: 'finish' };
  return { do: 'ask-anew', again: 'changed' };
}

/** A strong entity tag, else the last modification time. A weak tag does not identify bytes. */
function validatorOf(answer: StoreAnswer): string | null {
  const tag = textOf(answer, 'etag');
  if (tag !== null && /^"[^"]*"$/.test(tag)) return tag;
  return textOf(answer, 'last-modified');
}

function lengthOf(answer: StoreAnswer): number | null {
  const text = textOf(answer, 'content-length');
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function textOf({ headers }: StoreAnswer, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function strange(status: number): AnswerPlan {
  return giveUp('strange', status);
}

function giveUp(
  what: Extract<CoreFault, { kind: 'store-trouble' }>['what'],
  status: number,
): AnswerPlan {
  return { do: 'give-up', fault: { kind: 'store-trouble', what, status } };
}
