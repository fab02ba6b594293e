/**
 * Calls of the service, typed by the endpoint table. The token goes to the service's own origin and nowhere else, and
 * a token the service has refused is never sent again.
 */
import type * as z from 'zod/mini';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Withheld } from '../../src-shared/model/people/session-view.ts';
import {
  answeredFault,
  unsent,
  type ServiceFault,
} from '../../src-shared/model/status/service-fault.ts';
import { msFromHttpDate, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { type Endpoint, fillPath } from '../../src-shared/service/endpoint.ts';
import { type EndpointName, endpoints } from '../../src-shared/service/endpoints.ts';
import type { Clock } from '../platform/clock.ts';
import { untilAborted } from '../platform/waiting.ts';
import type { Agents } from './agents.ts';
import type { BaseAddress } from './base-address.ts';
import { CALL_LIMITS, type KindLimits } from './call-limits.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  CertificateName,
  MetadataName,
  PathOf,
  SmallFileName,
} from './call-types.ts';
import {
  type Circumstances,
  effectOf,
  faultOfError,
  faultOfStatus,
  header,
  readAnswer,
  type ServiceAnswer,
  strange,
} from './classify.ts';
import { type Exchanged, exchange as exchangeReally } from './exchange.ts';
import { utf8Text } from './json-text.ts';

/** Ten thousand records of a list fit easily; more is an attack or a mistake. */
const MAX_JSON_BYTES = 10_000_000;
const MAX_CERTIFICATE_BYTES = 20_000_000;
const MAX_DOCUMENT_BYTES = 1_000_000;
const MAX_ERROR_BYTES = 100_000;
/** Until then nobody wonders. */
const LATE_MS = 3 * SECOND_MS;
const NO_ANSWER: ReadonlySet<ServiceFault['kind']> = new Set([
  'unavailable',
  'throttled',
  'not-the-service',
]);
const PAGE_BYTES = 1_024; // by these a page in place of a file is recognised

export interface ServiceClientParts {
  readonly address: BaseAddress;
  readonly agents: Agents;
  readonly clock: Clock;
  /** The token to send now; null when nobody is signed in. */
  readonly token: () => string | null;
  /** Why there is no token although the session did not end; null: that is not so. */
  readonly withheld?: () => Withheld | null;
  /** Called once for each token that the service answered with 401. */
  readonly onTokenRefused: (token: string) => void;
  /**
   * Called for each answer that is the service's own, with its time (ms since 1970, whole seconds); null: it has none.
   */
  readonly onAnswered?: (
    serverMs: number | null,
    asked: { readonly askedAtMonotonicMs: number },
  ) => void;
  /** Called for each request of the account that the service carried out. */
  readonly onAllowed?: () => void;
  /** Called for each that it refused to the account, with its words. */
  readonly onForbidden?: (name: EndpointName, serviceSays: string) => void;
  /** Called while a request of a few seconds still has no answer, once for each. */
  readonly onLate?: () => void;
  /** Called for each request that got no answer. */
  readonly onBroken?: (fault: ServiceFault) => void;
  readonly limits?: KindLimits;
  /** The transport; the real one when absent. */
  readonly exchange?: typeof exchangeReally;
}

export type ServiceClient = ReturnType<typeof makeServiceClient>;

interface Outgoing {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | number>>;
  readonly body: string | SmallForm | null;
  readonly accept: string;
  readonly maxAnswerBytes: number;
  readonly idempotencyKey?: string | undefined;
  readonly isKept?: boolean;
}

/** Under way, or just answered. */
interface TimeQuestion {
  readonly answer: Promise<ServiceFault | null>;
  readonly stop: AbortController;
  waiting: number;
}

type Answered = Extract<Exchanged, { kind: 'answered' }>;

export function makeServiceClient(parts: ServiceClientParts) {
  const { address, agents, clock, limits = CALL_LIMITS, exchange = exchangeReally } = parts;
  let refusedToken: string | null = null;
  let timeQuestion: TimeQuestion | null = null;

  /** Sends, and lets `read` make sense of an answer; everything around it is the same for all calls. */
  async function send<Value>(
    name: EndpointName,
    outgoing: Outgoing,
    read: (answer: Answered, circumstances: Circumstances) => Result<Value, ServiceFault>,
    signal: AbortSignal,
  ): Promise<Result<Value, ServiceFault>> {
    signal.throwIfAborted();
    const endpoint: Endpoint = endpoints[name];
    if (endpoint.caller !== 'anyone' && isTimeWanted()) {
      const fault = await askTimeOnce(signal);
      if (fault !== null) return fail(unsent(fault));
    }
    const token = endpoint.caller === 'anyone' ? null : parts.token();
    if (endpoint.caller !== 'anyone' && (token === null || token === refusedToken)) {
      const withheld = parts.withheld?.() ?? null;
      const notSignedIn = { kind: 'not-signed-in', serviceSays: null } as const;
      return fail(withheld === null ? notSignedIn : { ...notSignedIn, withheld });
    }
    const url = urlOf(address, endpoint.path, outgoing.path, outgoing.query);
    if (url === null) return fail({ kind: 'not-found', serviceSays: null });

    const effect = effectOf(name);
    const carried = await carry(
      {
        method: endpoint.method,
        url,
        headers: {
          Accept: outgoing.accept,
          ...contentTypeOf(outgoing.body),
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...(outgoing.idempotencyKey === undefined
            ? {}
            : { 'Idempotency-Key': outgoing.idempotencyKey }),
        },
        body: bytesOf(outgoing.body),
        maxAnswerBytes: outgoing.maxAnswerBytes,
        isQuestion: effect === 'none',
        isKept: outgoing.isKept ?? false,
      },
      effect,
      read,
      signal,
    );
    if (token !== null) tellOutcome(name, token, carried);
    return carried.ok ? carried : fail(namingWhatLacks(name, carried.fault));
  }

  function tellOutcome(name: EndpointName, token: string, carried: Result<unknown, ServiceFault>) {
    const fault = carried.ok ? null : answeredFault(carried.fault);
    if (fault === null) parts.onAllowed?.();
    if (fault?.kind === 'not-signed-in') refuse(token);
    if (fault?.kind === 'forbidden' && fault.serviceSays !== null)
      parts.onForbidden?.(name, fault.serviceSays);
  }

  /** One exchange. Everybody who wants to know of it is told how it ended. */
  async function carry<Value>(
    request: Parameters<typeof exchange>[0],
    effect: Circumstances['effect'],
    read: (answer: Answered, circumstances: Circumstances) => Result<Value, ServiceFault>,
    signal: AbortSignal,
  ): Promise<Result<Value, ServiceFault>> {
    const askedAtMonotonicMs = clock.monotonicMs();
    const isBrief = request.isQuestion && request.isKept !== true;
    const own = isBrief ? { ...limits, wholeMs: limits.questionMs } : limits;
    const { onLate } = parts;
    const arrived = new AbortController();
    if (onLate !== undefined) {
      clock.sleep(LATE_MS, arrived.signal).then(onLate, () => undefined); // rejects when it is in time
    }
    let exchanged: Exchanged;
    try {
      exchanged = await exchange(request, { agents, clock, limits: own }, signal);
    } finally {
      arrived.abort();
    }
    const nowMs = clock.nowMs();
    if (exchanged.kind === 'broken') {
      const mayHaveActed = exchanged.mayHaveLeft;
      const cause = faultOfError(exchanged.error, { effect, mayHaveActed, nowMs });
      if (cause === null) throw exchanged.error;
      const fault = cause.kind === 'unavailable' ? { ...cause, address: address.href } : cause;
      parts.onBroken?.(fault);
      return fail(fault);
    }
    const result = read(exchanged, { effect, mayHaveActed: true, nowMs });
    if (isFromTheService(result)) {
      const serverMs = msFromHttpDate(header(exchanged.headers, 'date') ?? '');
      parts.onAnswered?.(serverMs, { askedAtMonotonicMs });
    }
    return result;
  }

  function refuse(token: string): void {
    if (token === refusedToken) return; // several requests may have been under way with it
    refusedToken = token;
    parts.onTokenRefused(token);
  }

  /** A token that has ended by this computer's clock alone is not sent before the service has shown its own. */
  function isTimeWanted(): boolean {
    return parts.token() === null && parts.withheld?.()?.by === 'clock';
  }

  /** For all calls that wait for it: one that is answered with a pause lets none of the others go on. */
  async function askTimeOnce(signal: AbortSignal): Promise<ServiceFault | null> {
    const question = (timeQuestion ??= askTimeUntilStopped());
    question.waiting += 1;
    try {
      return await untilAborted(question.answer, signal);
    } finally {
      question.waiting -= 1;
      if (question.waiting === 0) {
        timeQuestion = null;
        question.stop.abort();
      }
    }
  }

  function askTimeUntilStopped(): TimeQuestion {
    const stop = new AbortController();
    return { answer: askTime(stop.signal), stop, waiting: 0 };
  }

  /** Asks without a token, which the service has to refuse; null: it answered. */
  async function askTime(signal: AbortSignal): Promise<ServiceFault | null> {
    const { method, path, returns } = endpoints.listProjects;
    const url = new URL(address.href + path);
    const question = { method, url, headers: { Accept: 'application/json' }, body: null };
    const answered = await carry(
      { ...question, maxAnswerBytes: MAX_JSON_BYTES, isQuestion: true },
      'none',
      (answer, c) => readJson(answer, returns.schema, c),
      signal,
    );
    return answered.ok || !NO_ANSWER.has(answered.fault.kind) ? null : answered.fault;
  }

  return {
    /** By which its limits, and those of what is read through it, are measured. */
    clock,

    /**
     * Sends one request and reads its answer; never repeats one that changes something. Throws on a body that breaks its
     * schema: that is a bug of the caller. Rejects with `signal.reason` when aborted: a paid call may then have been
     * carried out or not.
     */
    call: async <Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      signal: AbortSignal,
    ): Promise<Result<CallOutput<Name>, ServiceFault>> => {
      const endpoint: Endpoint = endpoints[name];
      if (endpoint.returns.kind !== 'json') throw new Error(`${name} does not answer JSON`);
      const { schema } = endpoint.returns;
      const outgoing = {
        path: input.path ?? {},
        query: input.query ?? {},
        body: bodyText(name, endpoint, input.body),
        accept: 'application/json',
        maxAnswerBytes: MAX_JSON_BYTES,
        idempotencyKey: input.idempotencyKey,
      };
      const result = await send(name, outgoing, (answer, c) => readJson(answer, schema, c), signal);
      return result as Result<CallOutput<Name>, ServiceFault>;
    },

    /** Sends one small file, once, and reads the answer's JSON; otherwise as `call`. */
    sendSmallFile: async <Name extends SmallFileName>(
      name: Name,
      path: PathOf<Name>,
      file: SmallFile,
      signal: AbortSignal,
    ): Promise<Result<null, ServiceFault>> => {
      const { sends, returns } = endpoints[name];
      const outgoing = {
        path,
        query: {},
        body: smallForm(sends.filePart, file),
        accept: 'application/json',
        maxAnswerBytes: MAX_JSON_BYTES,
      };
      const read = (answer: Answered, c: Circumstances) => readJson(answer, returns.schema, c);
      const result = await send(name, outgoing, read, signal);
      return result.ok ? ok(null) : result;
    },

    /** A certificate's bytes as they came, at most 20 MB: `raw` asks for JSON, else the PDF. Their form is not checked. */
    certificate: <Name extends CertificateName>(
      name: Name,
      path: PathOf<Name>,
      raw: boolean,
      signal: AbortSignal,
    ): Promise<Result<Uint8Array, ServiceFault>> => {
      const query = raw ? { raw: 'true' } : {};
      const accept = raw ? 'application/json' : 'application/pdf';
      const maxAnswerBytes = MAX_CERTIFICATE_BYTES;
      return send(name, { ...KEPT, path, query, accept, maxAnswerBytes }, readBytes, signal);
    },

    /** A metadata document's bytes as they came, at most 1 MB. Their form is not checked. */
    document: <Name extends MetadataName>(
      name: Name,
      path: PathOf<Name>,
      signal: AbortSignal,
    ): Promise<Result<Uint8Array, ServiceFault>> => {
      const outgoing = { path, query: {}, accept: 'application/json' };
      const maxAnswerBytes = MAX_DOCUMENT_BYTES;
      return send(name, { ...KEPT, ...outgoing, maxAnswerBytes }, readBytes, signal);
    },
  };
}

/** A 404 says that something is gone; about nothing in particular it says that the service, or a part of it, is not there. */
function namingWhatLacks(name: EndpointName, fault: ServiceFault): ServiceFault {
  if (fault.kind !== 'not-found') return fault;
  if (name === 'getCreditBalance') return { ...fault, lacks: 'balance' };
  const { method, path } = endpoints[name];
  return method === 'GET' && !path.includes('{') ? { ...fault, lacks: 'service' } : fault;
}

const KEPT = { body: null, isKept: true } as const;

function contentTypeOf(body: Outgoing['body']): Readonly<Record<string, string>> {
  if (body === null) return {};
  return { 'Content-Type': typeof body === 'string' ? 'application/json' : body.contentType };
}

function bytesOf(body: Outgoing['body']): string | Buffer | null {
  return body === null || typeof body === 'string' ? body : body.body;
}

/** The strict schema is the last check before the wire: an unknown field never leaves. */
function bodyText(name: string, { sends }: Endpoint, body: unknown): string | null {
  if (sends.kind !== 'json') return null;
  const parsed = sends.schema.safeParse(body);
  if (parsed.success) return JSON.stringify(parsed.data);
  const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`the body of ${name} does not fit its schema: ${where}`); // paths only, never values
}

/**
 * Null when a parameter cannot stand in a path: `..` would climb to another endpoint even when it is encoded, and a
 * broken surrogate pair has no encoding. The service can have no resource under such a name.
 */
function urlOf(
  address: BaseAddress,
  template: string,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | number>>,
): URL | null {
  const values = Object.values(path);
  if (values.some((value) => value === '.' || value === '..' || !value.isWellFormed())) return null;
  const url = new URL(address.href + fillPath(template, path));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
}

function readJson(
  answer: Answered,
  schema: z.ZodMiniType,
  circumstances: Circumstances,
): Result<unknown, ServiceFault> {
  const text = answer.bytes === null ? null : utf8Text(answer.bytes);
  if (text === null) return fail(withoutText(answer, circumstances));
  return readAnswer({ ...answer, text }, schema, circumstances);
}

function readBytes(
  answer: Answered,
  circumstances: Circumstances,
): Result<Uint8Array, ServiceFault> {
  const { bytes } = answer;
  if (bytes === null) return fail(withoutText(answer, circumstances));
  // The beginning is enough to recognise a page, and a little more of it an error message; a PDF is neither.
  const isSuccess = answer.status >= 200 && answer.status < 300;
  const beginning = bytes.subarray(0, isSuccess ? PAGE_BYTES : MAX_ERROR_BYTES);
  const text = Buffer.from(beginning).toString('utf8');
  const fault = faultOfStatus({ ...answer, text }, circumstances);
  return fault === null ? ok(bytes) : fail(fault);
}

/** A status counts even when its body is unusable. */
function withoutText(answer: Answered, circumstances: Circumstances): ServiceFault {
  const bare: ServiceAnswer = { ...answer, text: '' };
  return faultOfStatus(bare, circumstances) ?? strange('unreadable', circumstances);
}

function isFromTheService(result: Result<unknown, ServiceFault>): boolean {
  if (result.ok) return true;
  return !['not-the-service', 'unknown-outcome'].includes(answeredFault(result.fault).kind);
}

/**
 * A multipart form of one small file, completely in memory: for pictures, never for what is notarized, which is sent by
 * src-main/pipeline/upload with its commit gate.
 */

export interface SmallFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface SmallForm {
  readonly contentType: string;
  readonly body: Buffer;
}

/** `part`: name of the part that carries the file. Names come from us, so they need no escaping. */
export function smallForm(part: string, { fileName, mediaType, bytes }: SmallFile): SmallForm {
  const content = Buffer.from(bytes);
  const boundary = boundaryFor(content);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${fileName}"\r\nContent-Type: ${mediaType}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
}

/** One that is proven not to be in the content; it needs no chance for that. */
function boundaryFor(content: Buffer): string {
  let number = 0;
  while (content.includes(`labseal-${number}`)) number += 1;
  return `labseal-${number}`;
}
