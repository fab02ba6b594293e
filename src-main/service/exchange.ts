/**
 * One HTTP exchange for JSON calls and certificates: over axios what has a body or changes something, over node:http a
 * question without one. It follows no redirect and evaluates nothing: it reports what came back, or whether anything can
 * have left before it broke. It repeats nothing but a question whose kept connection had ended.
 */
import * as http from 'node:http';
import type * as https from 'node:https';
import { addAbortSignal, type Readable } from 'node:stream';
import type { AxiosInstance, AxiosResponse } from 'axios';
import type { Clock } from '../platform/clock.ts';
import { type Agents, onceUp, refuseUpgrade } from './agents.ts';
import { type CallLimits, makeStallWatch, startWatchdog, type Watchdog } from './call-limits.ts';
import type { AnswerHeaders } from './classify.ts';
import { DECODED_CONTENT, decodedContent } from './json-text.ts';
import { TookTooLong } from './network-error.ts';

interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Cap on the decoded answer. */
  readonly maxAnswerBytes: number;
  /** Asking twice changes nothing at the service: it may go over a kept connection. */
  readonly isQuestion: boolean;
  /** The answer is kept as its bytes: it comes as the service has it, not compressed by somebody on its way. */
  readonly isKept?: boolean;
}

export type Exchanged =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: AnswerHeaders;
      /** Decoded content; null when it was larger than the cap or could not be decompressed. */
      readonly bytes: Uint8Array | null;
    }
  | {
      readonly kind: 'broken';
      readonly error: unknown;
      /** False while the connection did not stand yet: then nothing of the request has left. */
      readonly mayHaveLeft: boolean;
    };

export interface ExchangeTools {
  readonly agents: Agents;
  readonly clock: Clock;
  readonly limits: CallLimits;
}

/** `hadEnded`: the connection was kept from before, and all it had was a farewell. */
interface Asked {
  readonly exchanged: Exchanged;
  readonly hadEnded: boolean;
}

let ownCaller: Promise<AxiosInstance> | null = null;

/** Our own, so that nobody's interceptors or defaults apply. Loaded with the first call, for many a command only asks. */
function caller(): Promise<AxiosInstance> {
  ownCaller ??= import('axios').then(({ default: axios }) => axios.create());
  return ownCaller;
}

/** Rejects with `signal.reason` when aborted, which ends the exchange; whether the service acted is then unknown. */
export async function exchange(
  request: ExchangeRequest,
  tools: ExchangeTools,
  signal: AbortSignal,
): Promise<Exchanged> {
  const { agents, clock, limits } = tools;
  const fresh = agents.fresh(request.url);
  const beganMs = clock.monotonicMs();
  const kept = request.isQuestion ? agents.forQuestion(request.url) : fresh;
  const over = request.isQuestion && request.body === null ? ask : exchangeOver;
  const { exchanged, hadEnded } = await over(kept, request, tools, signal);
  if (!request.isQuestion || !hadEnded) return exchanged;
  const wholeMs = limits.wholeMs - (clock.monotonicMs() - beganMs);
  const left = { ...tools, limits: { ...limits, wholeMs } };
  return (await over(fresh, request, left, signal)).exchanged;
}

async function exchangeOver(
  agent: http.Agent,
  request: ExchangeRequest,
  { agents, clock, limits }: ExchangeTools,
  signal: AbortSignal,
): Promise<Asked> {
  const axios = await caller();
  signal.throwIfAborted();
  const watchdog = startWatchdog(clock, limits);
  const either = AbortSignal.any([signal, watchdog.signal]);
  const line = watchedLine(watchdog);
  let isAnswered = false;
  try {
    const response: AxiosResponse<Readable> = await axios.request({
      method: request.method,
      url: request.url.href,
      headers: { 'User-Agent': 'Labseal', ...request.headers },
      data: request.body ?? undefined,
      transformRequest: [(data: unknown) => data],
      httpAgent: agent,
      httpsAgent: agent,
      // `false` would also strip the proxy from an agent of ours (axios 1.21.1); an agent that has one makes axios
      // leave the environment alone.
      ...(agents.isDirect ? { proxy: false as const } : {}),
      transport: line.transport,
      maxRedirects: 0,
      responseType: 'stream',
      validateStatus: () => true,
      signal: either,
    });
    isAnswered = true;
    watchdog.moved();
    const { status } = response;
    const headers = response.headers as AnswerHeaders;
    const body = addAbortSignal(either, response.data);
    const bytes = await readBody(body, request.maxAnswerBytes, watchdog);
    const hadEnded = status === REQUEST_TIMEOUT && line.wasKept();
    return { exchanged: { kind: 'answered', status, headers, bytes }, hadEnded };
  } catch (error) {
    signal.throwIfAborted();
    const isTooLate = watchdog.signal.aborted;
    const reason: unknown = isTooLate ? watchdog.signal.reason : error;
    const hadEnded = !isTooLate && !isAnswered && line.wasKept();
    return { exchanged: { kind: 'broken', error: reason, mayHaveLeft: line.isUp() }, hadEnded };
  } finally {
    await watchdog.end();
  }
}

/** Node's own transport, watched: from the moment the connection stands, bytes may have reached the service. */
function watchedLine(watchdog: Watchdog) {
  let up = false;
  let sent: http.ClientRequest | null = null;
  const cameUp = (): void => {
    up = true;
    watchdog.moved();
  };
  const transport = {
    request(options: https.RequestOptions, answered: (answer: http.IncomingMessage) => void) {
      const isSecure = options.protocol === 'https:';
      const door = isSecure ? process.getBuiltinModule('node:https') : http;
      sent = door.request(options, answered);
      onceUp(sent, cameUp);
      refuseUpgrade(sent);
      return sent;
    },
  };
  return { transport, isUp: () => up, wasKept: () => sent?.reusedSocket ?? false };
}

async function readBody(
  body: Readable,
  maxBytes: number,
  watchdog: Watchdog,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let readBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      watchdog.moved();
      readBytes += chunk.byteLength;
      if (readBytes > maxBytes) return null; // leaving the loop closes the connection
      chunks.push(chunk);
    }
  } catch (error) {
    if (isDecodingError(error)) return null;
    throw error;
  }
  return Buffer.concat(chunks);
}

function isDecodingError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(Z_(?!BUF_ERROR)|ERR_BROTLI|ERR__ERROR|ZSTD_)/.test(code);
}

/**
 * One question without a body, over node:http. Certificates and documents are three of the five requests of a file, and
 * axios takes longer for each than everything else that is done with it; a command that only asks starts a seventh
 * faster where it is not loaded. As there, no redirect is followed and nothing is repeated. What servers may say on a
 * connection that has rested for too long, as they close it.
 */
const REQUEST_TIMEOUT = 408;

/** Rejects with `signal.reason` when aborted, which ends the exchange. */
function ask(
  agent: http.Agent,
  { method, url, headers, maxAnswerBytes, isKept }: ExchangeRequest,
  { clock, limits }: ExchangeTools,
  signal: AbortSignal,
): Promise<Asked> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let isUp = false;
    let isAnswered = false;
    let isOver = false;
    const request = (
      url.protocol === 'https:' ? process.getBuiltinModule('node:https') : http
    ).request(url, {
      method,
      agent,
      headers: {
        'User-Agent': 'Labseal',
        // What is kept is what the service said, not what a proxy made of it.
        'Accept-Encoding': isKept === true ? 'identity' : DECODED_CONTENT,
        ...headers,
      },
    });

    function settle(): void {
      isOver = true;
      still.stop();
      whole.stop();
      signal.removeEventListener('abort', onAbort);
    }
    function broke(error: Error, hadEnded: boolean): void {
      if (isOver) return;
      settle();
      request.destroy();
      resolve({ exchanged: { kind: 'broken', error, mayHaveLeft: isUp }, hadEnded });
    }
    function onAbort(): void {
      settle();
      request.destroy();
      reject(signal.reason as Error);
    }
    const tookTooLong = (): void => broke(new TookTooLong('the exchange stood still'), false);
    const still = makeStallWatch(clock, tookTooLong);
    const whole = makeStallWatch(clock, tookTooLong);
    const lost = (error: Error): void => broke(error, !isAnswered && request.reusedSocket);

    function receive(response: http.IncomingMessage): void {
      isAnswered = true;
      still.moved();
      const pieces: Buffer[] = [];
      let bytes = 0;
      const answered = (body: Uint8Array | null): void => {
        settle();
        const { statusCode: status = 0, headers: fields } = response;
        const hadEnded = status === REQUEST_TIMEOUT && request.reusedSocket;
        const exchanged = { kind: 'answered', status, headers: fields, bytes: body } as const;
        resolve({ exchanged, hadEnded });
      };
      response.on('data', (piece: Buffer) => {
        still.moved();
        bytes += piece.length;
        pieces.push(piece);
        if (bytes <= maxAnswerBytes) return;
        answered(null);
        request.destroy();
      });
      response.on('end', () => {
        const encoding = response.headers['content-encoding'];
        answered(decodedContent(Buffer.concat(pieces, bytes), encoding, maxAnswerBytes));
      });
      response.on('error', lost);
    }

    signal.addEventListener('abort', onAbort, { once: true });
    still.enter('connect', limits.connectMs);
    whole.enter('whole', limits.wholeMs);
    onceUp(request, () => {
      isUp = true;
      still.enter('answer', limits.silenceMs);
    });
    request.on('response', receive);
    request.on('error', lost);
    refuseUpgrade(request);
    request.end();
  });
}
