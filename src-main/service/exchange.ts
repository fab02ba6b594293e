/**
 * One HTTP exchange for JSON calls, certificates and documents, over node:http. It follows no redirect and evaluates nothing:
 * it reports what came back, or whether anything can have left before it broke. It repeats nothing but a question whose kept
 * connection had ended.
 */
import * as http from 'node:http';
import type { Clock } from '../platform/clock.ts';
import type { Agents } from './agents.ts';
import type { CallLimits } from './call-limits.ts';
import type { AnswerHeaders } from './classify.ts';
import { decodedContent } from './decoded-content.ts';
import { TookTooLong } from './network-error.ts';
import { onceUp } from './once-up.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { makeStallWatch } from './stall-watch.ts';

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  /** Cap on the decoded answer. */
  readonly maxAnswerBytes: number;
  /** Asking twice changes nothing at the service: it may go over a kept connection. */
  readonly isQuestion: boolean;
  /** Its answer is kept as its bytes: as the service said them, not what a proxy made of it. */
  readonly isForBytes?: boolean;
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

/** What servers may say on a connection that has rested for too long, as they close it. */
const REQUEST_TIMEOUT = 408;

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
  const { exchanged, hadEnded } = await exchangeOver(kept, request, tools, signal);
  if (!request.isQuestion || !hadEnded) return exchanged;
  const wholeMs = limits.wholeMs - (clock.monotonicMs() - beganMs);
  const left = { ...tools, limits: { ...limits, wholeMs } };
  return (await exchangeOver(fresh, request, left, signal)).exchanged;
}

function exchangeOver(
  agent: http.Agent,
  { method, url, headers, body, maxAnswerBytes, isForBytes = false }: ExchangeRequest,
  { clock, limits }: ExchangeTools,
  signal: AbortSignal,
): Promise<Asked> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let isUp = false;
    let isAnswered = false;
    let isOver = false;
    const request = doorOf(url).request(url, {
      method,
      agent,
      headers: {
        'User-Agent': 'Labseal',
        'Accept-Encoding': isForBytes ? 'identity' : 'gzip, deflate, br',
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
      const answered = (content: Uint8Array | null): void => {
        settle();
        const { statusCode: status = 0, headers: fields } = response;
        const hadEnded = status === REQUEST_TIMEOUT && request.reusedSocket;
        const exchanged = { kind: 'answered', status, headers: fields, bytes: content } as const;
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
    request.end(body);
  });
}

/** TLS takes ten milliseconds to load, which a service on this computer does without. */
function doorOf({ protocol }: URL): Pick<typeof http, 'request'> {
  return protocol === 'https:' ? process.getBuiltinModule('node:https') : http;
}
