/** Answers the requests of the loopback face. Every request's origin is checked before anything else. */
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod/mini';
import type { BridgeFault } from '../../../src-shared/bridge/call.ts';
import type { CertificateForm } from '../../../src-shared/bridge/certificate-calls.ts';
import {
  CALL_PATH,
  Challenge,
  type GrantedSession,
  type HandedKey,
  type HostProof,
  KEY_PATH,
  LaunchKey,
  PROOF_PATH,
  readCertificatePath,
  readDigestPath,
  readInboxPath,
  SESSION_HEADER,
  SESSION_PATH,
  SIGN_OUT,
} from '../../../src-shared/bridge/loopback.ts';
import { fail, type Result } from '../../../src-shared/model/result.ts';
import type { ServeCall } from '../../use-cases/serve-calls.ts';
import { diskFaultOf } from '../../platform/errno.ts';
import type { ReceivedFiles } from '../../features/verify/read-digests.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { answerHeaders, CERTIFICATE_TYPES, endLine } from './answer-headers.ts';
import type { Connections } from './connections.ts';
import type { PageFile } from './page-files.ts';
import { type Inbox, readJson, receiveFile, takeHanded } from './request-bodies.ts';
import { evaluateOrigin } from './request-origin.ts';
import type { Sessions } from './sessions.ts';

export interface AnswerParts {
  readonly serve: ServeCall;
  readonly sessions: Sessions;
  readonly admit: Connections['admit'];
  /** The page that has this session signed out. */
  readonly endPages: (asker: string) => Promise<void>;
  readonly clock: Clock;
  readonly page: ReadonlyMap<string, PageFile>;
  /** Absolute path of a certificate that is saved; null when it is not. */
  readonly savedCertificate: (form: CertificateForm, asked: string) => string | null;
  readonly inbox: Inbox;
  /** Makes the digests of what is only to be verified. */
  readonly handed: Pick<ReceivedFiles, 'take'>;
  /** For telling which disk is full. */
  readonly dataFolder: string;
  /** Keeps the details of a bug; returns the id they are found under. */
  readonly keepError: (where: string, error: unknown) => string;
}

/** `signal` aborts when the client is gone. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

const BODY_MS = 5 * SECOND_MS;

const STATUS_OF_FAULT: Readonly<Partial<Record<BridgeFault['kind'], number>>> = {
  'unknown-call': 404,
  'bad-input': 400,
  internal: 500,
};

export function makeAnswerRequest(parts: AnswerParts) {
  const { serve, sessions, page } = parts;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.once('close', () => gone.abort(new Error('the page is gone')));
    try {
      await route({ request, response, signal: gone.signal });
    } catch (error) {
      if (gone.signal.aborted) return; // the client is gone
      const logId = parts.keepError(request.method ?? '', error);
      if (response.headersSent) response.destroy();
      else json(response, 500, fail({ kind: 'internal', logId }));
    }
  };

  async function route(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const { method = '', url: target = '', rawHeaders } = request;
    const judged = evaluateOrigin({ method, target, rawHeaders });
    if (!judged.isOurs) {
      if (judged.status === 405) response.setHeader('allow', 'GET, HEAD, POST');
      refuse(response, judged.status);
      return;
    }
    for (const [name, value] of Object.entries(answerHeaders(judged.host))) {
      response.setHeader(name, value);
    }
    if (!isExpectationMet(request)) return refuse(response, 417);
    const [path = ''] = target.split('?');
    if (path === SESSION_PATH) return onlyFor('POST', () => beginSession(exchange));
    if (path === PROOF_PATH) return onlyFor('POST', () => prove(exchange));
    if (path === KEY_PATH) return onlySignedOn('POST', () => handKey(exchange));
    if (path.startsWith(CALL_PATH)) {
      const name = path.slice(CALL_PATH.length);
      return onlySignedOn('POST', () => call(name, exchange));
    }
    const fileName = readInboxPath(path);
    if (fileName !== null) return onlySignedOn('POST', () => takeFile(fileName, exchange));
    const wanted = readDigestPath(path);
    if (wanted !== null) return onlySignedOn('POST', () => digestFile(wanted, exchange));
    const certificate = readCertificatePath(path);
    if (certificate !== null) {
      return onlySignedOn('GET', () => sendCertificate(certificate, exchange));
    }
    const file = page.get(path);
    if (file === undefined) return refuse(response, 404);
    return onlyFor('GET', () => sendPageFile(file, method, response));

    async function onlyFor(allowed: 'GET' | 'POST', work: () => Promise<void>): Promise<void> {
      const isAllowed = method === allowed || (allowed === 'GET' && method === 'HEAD');
      if (isAllowed) return work();
      response.setHeader('allow', allowed === 'GET' ? 'GET, HEAD' : 'POST');
      refuse(response, 405);
    }

    /** The same for a page that has a session. */
    function onlySignedOn(allowed: 'GET' | 'POST', work: () => Promise<void>): Promise<void> {
      return onlyFor(allowed, async () => {
        if (isSignedOn(request)) return work();
        if (allowed === 'GET') refuse(response, 401);
        else refuseBody(exchange, 401);
      });
    }
  }

  async function beginSession(exchange: Exchange): Promise<void> {
    const asked = await readUnsigned(LaunchKey, exchange);
    if (asked === null) return;
    const { request, response, signal } = exchange;
    const session = await sessions.exchange(asked.key, pagePort(request), signal);
    if (session === null) refuse(response, 401);
    else json(response, 200, { session } satisfies GrantedSession);
  }

  /** For a page into which a key was pasted, before it says the key. */
  async function prove(exchange: Exchange): Promise<void> {
    const asked = await readUnsigned(Challenge, exchange);
    if (asked === null) return;
    const proof = sessions.prove(asked);
    if (proof === null) refuse(exchange.response, 401);
    else json(exchange.response, 200, { proof } satisfies HostProof);
  }

  /** What somebody without a session asks; null when it was refused. */
  async function readUnsigned<Schema extends z.ZodMiniType>(
    schema: Schema,
    exchange: Exchange,
  ): Promise<z.output<Schema> | null> {
    const { request, response } = exchange;
    const arrived = expectBody(exchange);
    const body = await readJson(request, response).finally(arrived);
    if (!body.ok) {
      refuseBody(exchange, body.fault);
      return null;
    }
    const asked = z.safeParse(schema, body.value);
    if (asked.success) return asked.data;
    refuse(response, 400);
    return null;
  }

  function isSignedOn({ headers, socket }: IncomingMessage): boolean {
    const session = headers[SESSION_HEADER];
    const isKnown = typeof session === 'string' && sessions.isSession(session);
    if (isKnown) parts.admit(socket);
    return isKnown;
  }

  /** A page that has a session may open another tab: its key is good once, within a minute. */
  async function handKey(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    const body = await readJson(request, response);
    if (body.ok) json(response, 200, { key: sessions.oneTimeKey() } satisfies HandedKey);
    else refuseBody(exchange, body.fault);
  }

  /** Cuts off a client that announces a body and does not send it. */
  function expectBody({ request: { socket }, signal: gone }: Exchange): () => void {
    const arrived = new AbortController();
    const signal = AbortSignal.any([arrived.signal, gone]);
    parts.clock.sleep(BODY_MS, signal).then(
      () => endLine(socket, 408),
      () => undefined, // it is there, or nobody is any more
    );
    return () => arrived.abort();
  }

  async function call(name: string, exchange: Exchange): Promise<void> {
    const { request, response, signal } = exchange;
    const body = await readJson(request, response);
    if (!body.ok) return refuseBody(exchange, body.fault);
    const answer = await serve(name, body.value, signal);
    if (name === SIGN_OUT && answer.ok) {
      await parts.endPages(String(request.headers[SESSION_HEADER]));
    }
    json(response, answer.ok ? 200 : (STATUS_OF_FAULT[answer.fault.kind] ?? 200), answer);
  }

  async function takeFile(name: string, exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    try {
      answerTaken(await receiveFile(request, response, name, parts.inbox), exchange);
    } catch (error) {
      const fault = diskFaultOf(error, parts.dataFolder);
      if (fault === null) throw error;
      json(response, 200, fail(fault));
    }
  }

  async function digestFile(
    wanted: NonNullable<ReturnType<typeof readDigestPath>>,
    exchange: Exchange,
  ): Promise<void> {
    const { request, response, signal } = exchange;
    answerTaken(await takeHanded(request, response, wanted, parts.handed, signal), exchange);
  }

  async function sendCertificate(
    { form, asked }: { readonly form: CertificateForm; readonly asked: string },
    { request, response }: Exchange,
  ): Promise<void> {
    const file = parts.savedCertificate(form, asked);
    if (file === null) return refuse(response, 404);
    response.setHeader('content-type', CERTIFICATE_TYPES[form]);
    response.setHeader('content-disposition', `attachment; filename="certificate.${form}"`);
    await sendFrom(file, request, response);
  }
}

/** Of the address that the page was opened at, judged by now; that of a tunnel is not ours. */
function pagePort({ headers: { host = '' } }: IncomingMessage): number {
  return Number(host.slice(host.lastIndexOf(':') + 1));
}

function isExpectationMet({ headers: { expect } }: IncomingMessage): boolean {
  return expect === undefined || expect.toLowerCase() === '100-continue';
}

async function sendPageFile(
  { contentType, read }: PageFile,
  method: string,
  response: ServerResponse,
): Promise<void> {
  const bytes = await read();
  response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
  response.end(method === 'HEAD' ? undefined : bytes);
}

/** A file that somebody took away in the meantime is not there. */
async function sendFrom(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) {
    for (const name of ['content-type', 'content-disposition']) response.removeHeader(name);
    refuse(response, 404);
    return;
  }
  try {
    const { size } = await file.stat();
    response.writeHead(200, { 'content-length': size });
    if (request.method === 'HEAD') response.end();
    else await pipeline(file.createReadStream({ autoClose: false }), response);
  } finally {
    await file.close();
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function answerTaken(taken: Result<unknown, number>, exchange: Exchange): void {
  if (taken.ok) json(exchange.response, 200, taken);
  else refuseBody(exchange, taken.fault);
}

/** Reads and discards the rest of the body, so that the answer gets through, and closes the connection. */
function refuseBody({ request, response }: Exchange, status: number): void {
  response.setHeader('connection', 'close');
  request.resume();
  refuse(response, status);
}

/** Without a body: a client that asks in a way our page never does gets only the status. */
function refuse(response: ServerResponse, status: number): void {
  for (const [name, value] of Object.entries(answerHeaders(null))) {
    if (!response.hasHeader(name)) response.setHeader(name, value);
  }
  // A client that waits for a word to send the body may send it or not after a refusal: nothing more can be read here.
  if (response.req.headers.expect !== undefined) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-length': 0 });
  response.end();
}
