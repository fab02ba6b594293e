/**
 * One question without a body, over node:http. Certificates and documents are three of the five requests of a file, and axios
 * takes longer for each than everything else that is done with it; a command that only asks starts a seventh faster where it
 * is not loaded. As there, no redirect is followed and nothing is repeated.
 */
import * as http from 'node:http';
import type { Asked, ExchangeRequest, ExchangeTools } from './exchange.ts';
import { DECODED_CONTENT, decodedContent } from './decoded-content.ts';
import { TookTooLong } from './network-error.ts';
import { onceUp } from './once-up.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { makeStallWatch } from './stall-watch.ts';

/** What servers may say on a connection that has rested for too long, as they close it. */
export const REQUEST_TIMEOUT = 408;

/** Rejects with `signal.reason` when aborted, which ends the exchange. */
export function ask(
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
