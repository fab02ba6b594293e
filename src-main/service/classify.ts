/**
 * The only module that decides what an answer, or its absence, means. JSON calls and uploads both use it, so that the
 * same status never means two things. Pure; it must never call a request failed that may have been carried out.
 */
import type * as z from 'zod/mini';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { isDenial } from '../../src-shared/model/files/upload-evidence.ts';
import {
  refusalOf,
  type ServiceFault,
  type UnavailableCause,
} from '../../src-shared/model/status/service-fault.ts';
import { DAY_MS, MINUTE_MS, msFromHttpDate, SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Endpoint } from '../../src-shared/service/endpoint.ts';
import { type EndpointName, endpoints } from '../../src-shared/service/endpoints.ts';
import {
  MAX_MESSAGE_LENGTH,
  readErrorBody,
  type ServiceWords,
} from '../../src-shared/service/envelopes.ts';
import { isObject } from '../../src-shared/service/reading.ts';
import { parseJson } from './json-text.ts';
import { causeOfError } from './network-error.ts';

/** A complete answer. Header names in lower case, as node:http and axios give them. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
}

export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Circumstances {
  readonly effect: Effect;
  /**
   * Whether the service can have acted. False while nothing has left this computer, and for an upload until its
   * closing bytes are released. Without meaning for reads.
   */
  readonly mayHaveActed: boolean;
  readonly nowMs: number;
}

/** Reads a JSON answer: the parsed value, or why it is none. */
export function readAnswer<Schema extends z.ZodMiniType>(
  answer: ServiceAnswer,
  schema: Schema,
  circumstances: Circumstances,
): Result<z.output<Schema>, ServiceFault> {
  const fault = faultOfStatus(answer, circumstances);
  if (fault !== null) return fail(fault);
  const body = parseJson(answer.text);
  if (!body.ok) return fail(strange('unreadable', circumstances));
  const named = statusNamedInside(body.value);
  if (named !== null) return fail(faultOf(named, answer, readErrorBody(body.value), circumstances));
  const parsed = schema.safeParse(body.value);
  if (parsed.success) return ok(parsed.data);
  return fail(strange('unreadable', circumstances, wrongFieldIn(body.value, parsed.error)));
}

/** A field that is there with a value that is not documented; null: it is missing, as in what is no answer of the service. */
function wrongFieldIn(body: unknown, { issues }: z.core.$ZodError): string | null {
  for (const { path } of issues) {
    let value = body;
    for (const key of path) {
      if (Array.isArray(value)) value = value[Number(key)];
      else value = isObject(value) ? value[String(key)] : undefined;
    }
    const field = path.findLast((key) => typeof key === 'string');
    if (field !== undefined && value !== undefined) return field;
  }
  return null;
}

/**
 * The fault that the status and the kind of content tell by themselves; null for a success that is not HTML. The
 * body of a success is not looked at: use `readAnswer` for JSON.
 */
export function faultOfStatus(
  answer: ServiceAnswer,
  circumstances: Circumstances,
): ServiceFault | null {
  const { status } = answer;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess) return isHtml(answer) ? strange('html', circumstances) : null;
  const body = parseJson(answer.text);
  const words = body.ok ? readErrorBody(body.value) : plainWords(answer);
  return faultOf(status, answer, words, circumstances);
}

/** The service says itself what is wrong with a request, in its documented form. */
export function isOwnReason({ status, text }: Pick<ServiceAnswer, 'status' | 'text'>): boolean {
  const body = status === 400 ? parseJson(text) : null;
  return body?.ok === true && readErrorBody(body.value) !== null;
}

/** What something before the service says in plain text; null where that is nothing, or a page. */
function plainWords(answer: ServiceAnswer): ServiceWords | null {
  const isPlain = /^\s*text\/plain\b/i.test(header(answer.headers, 'content-type') ?? '');
  const message = answer.text.trim().replaceAll(/\s+/g, ' ');
  if (!isPlain || message === '' || isHtml(answer)) return null;
  return { message: message.slice(0, MAX_MESSAGE_LENGTH), code: null, details: null };
}

/** Why there is no answer; null when the error is a bug of ours, which the caller throws on. */
export function faultOfError(error: unknown, circumstances: Circumstances): ServiceFault | null {
  const why = causeOfError(error);
  if (why === null) return null;
  return mayBeDone(circumstances) ? unknown(why) : unavailable(why, null, null);
}

/** An answer that arrived completely, but is not the service's. */
export function strange(
  what: 'html' | 'redirect' | 'unreadable',
  circumstances: Circumstances,
  field: string | null = null,
): ServiceFault {
  if (mayBeDone(circumstances)) return unknown('unreadable-answer');
  return { kind: 'not-the-service', what, ...(field === null ? {} : { field }) };
}

/** What costs credits may have been done before it was denied, so that no status says that it was not. */
function faultOf(
  status: number,
  answer: ServiceAnswer,
  words: ServiceWords | null,
  circumstances: Circumstances,
): ServiceFault {
  if (!mayBePaid(circumstances) || !isDenial(status)) {
    return plainFaultOf(status, answer, words, circumstances);
  }
  const fault = plainFaultOf(status, answer, words, { ...circumstances, mayHaveActed: false });
  return { kind: 'unknown-outcome', why: 'denied', denial: { status, fault } };
}

function plainFaultOf(
  status: number,
  answer: ServiceAnswer,
  words: ServiceWords | null,
  circumstances: Circumstances,
): ServiceFault {
  if (status < 400) return strange(status < 300 ? 'unreadable' : 'redirect', circumstances);
  const serviceSays = words?.message ?? null;
  const isPage = words === null && isHtml(answer);
  switch (status) {
    case 401:
      return { kind: 'not-signed-in', serviceSays };
    case 413:
      return refusalOf(status, serviceSays);
    case 429:
      return { kind: 'throttled', retryAfterMs: waitOf(answer, circumstances) };
    case 511: // "network authentication required": by its definition never from the service
      return { kind: 'not-the-service', what: 'html' };
    case 408: // also said by proxies that gave up waiting for the service
    case 425:
      return down('timed-out', status, answer, circumstances);
    default:
      if (status >= 500) return down('server-error', status, answer, circumstances);
  }
  // The service's refusals are JSON. A page with 403 or 404 comes from something in between, or a wrong base path,
  // and must not be taken for "this file does not exist".
  if (isPage) return { kind: 'not-the-service', what: 'html' };
  return refusalOf(status, serviceSays);
}

/** Only paid requests turn a 5xx into "unknown": repeating a free change costs nobody anything. */
function down(
  why: UnavailableCause,
  status: number,
  answer: ServiceAnswer,
  circumstances: Circumstances,
): ServiceFault {
  if (mayBePaid(circumstances)) return unknown(why);
  return unavailable(why, status, waitOf(answer, circumstances));
}

/**
 * An error envelope, or an info envelope with an error status, under HTTP 200. Tolerant schemas would read the first
 * as a success with an empty message, so it counts as the status it names (400 when it names none).
 */
function statusNamedInside(body: unknown): number | null {
  if (!isObject(body)) return null;
  if (readErrorBody(body) !== null) return errorStatusIn(body['error']) ?? 400;
  return errorStatusIn(body['info']);
}

function errorStatusIn(envelope: unknown): number | null {
  const named = isObject(envelope) ? Number(envelope['statusCode']) : 0;
  return Number.isInteger(named) && named >= 400 && named <= 599 ? named : null;
}

const MARKUP = /^\s*<(!doctype html|html|head|body)\b/i;

/** A page, by its type or its beginning. */
export function isHtml({ headers, text }: ServiceAnswer): boolean {
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(header(headers, 'content-type') ?? '')
    ? true
    : MARKUP.test(text.slice(0, 1_000));
}

function waitOf({ headers }: ServiceAnswer, { nowMs }: Circumstances): number | null {
  return readRetryAfter(header(headers, 'retry-after'), header(headers, 'date'), nowMs);
}

/** One header's text; the first one when the field was repeated. */
export function header(headers: AnswerHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === 'string' ? value : (value[0] ?? null);
}

function mayBeDone({ effect, mayHaveActed }: Circumstances): boolean {
  return effect !== 'none' && mayHaveActed;
}

function mayBePaid({ effect, mayHaveActed }: Circumstances): boolean {
  return effect === 'paid' && mayHaveActed;
}

function unknown(why: UnavailableCause | 'unreadable-answer'): ServiceFault {
  return { kind: 'unknown-outcome', why };
}

function unavailable(
  why: UnavailableCause,
  status: number | null,
  retryAfterMs: number | null,
): ServiceFault {
  return { kind: 'unavailable', why, status, retryAfterMs };
}

/**
 * `none`: asking again changes nothing. `free`: changes something, costs nothing. `paid`: moves credits, so it must
 * never happen twice by accident.
 */
type Effect = 'none' | 'free' | 'paid';

// Where the method or the price list alone would mislead.
const EXCEPTIONS: Partial<Record<EndpointName, Effect>> = {
  login: 'none', // a second token beside a lost one harms nobody
  verifyContent: 'none', // a question; it is not in the price list
  activate: 'free', // a GET that uses up the e-mailed token
  forgotPassword: 'free', // a GET that sends an e-mail
  adjustCredits: 'paid', // free for the administrator, but it moves credits
};

export function effectOf(name: EndpointName): Effect {
  const endpoint: Endpoint = endpoints[name];
  const byDescription = endpoint.method === 'GET' ? 'none' : 'free';
  return EXCEPTIONS[name] ?? (endpoint.price === null ? byDescription : 'paid');
}

/** Longer pauses that a service asks for are told as this long. */
const LONGEST_TOLD_MS = DAY_MS;

/**
 * Reads a `Retry-After` field: seconds or an HTTP date, which is measured against the answer's own `Date` where there
 * is one, so that a wrong clock here does not matter. Milliseconds, at most a day; null for nonsense. `waitedMs` of it is waited
 * for.
 */
export function readRetryAfter(
  retryAfter: string | null,
  date: string | null,
  nowMs: number,
): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, LONGEST_TOLD_MS);
  const atMs = msFromHttpDate(text);
  if (atMs === null) return null;
  const answeredAtMs = (date === null ? null : msFromHttpDate(date)) ?? nowMs;
  return Math.min(Math.max(0, atMs - answeredAtMs), LONGEST_TOLD_MS);
}

/** A typing error on the server must not stop us for years. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/** How much of a pause that the service asks for is waited for before it is asked again; 0 when it asks for none. */
export function waitedMs(retryAfterMs: number | null): number {
  return Math.min(retryAfterMs ?? 0, LONGEST_WAIT_MS);
}
