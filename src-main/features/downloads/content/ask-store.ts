/**
 * One request to the store behind a pre-signed link, with the response read as a stream. The link is the only
 * credential: no token, no cookie and no other address is sent, no redirect is followed, and the link is never
 * disclosed.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { addAbortSignal } from 'node:stream';
import { SECOND_MS, MINUTE_MS } from '../../../../src-shared/model/text/time.ts';
import type { Agents } from '../../../service/agents.ts';
import { startWatchdog, type CallLimits } from '../../../service/call-limits.ts';
import type { ExchangeTools } from '../../../service/exchange.ts';
import { refuseUpgrade } from '../../../service/refuse-upgrade.ts';
import type { StoreAnswer } from './evaluate-answer.ts';

/** A large content may take any time as long as data keeps arriving. */
export const STORE_LIMITS: CallLimits = {
  connectMs: 30 * SECOND_MS,
  silenceMs: MINUTE_MS,
  wholeMs: Infinity,
};

export interface OpenAnswer extends StoreAnswer {
  /** The body, once. Rejects with the network's error when it ends early, or stalls for too long. */
  readonly pieces: () => AsyncGenerator<Uint8Array>;
}

/**
 * Sends the request and lets `read` consume the response; the connection is closed when `read` returns. Rejects with
 * the network's error, or with `signal.reason`.
 */
export async function askStore<Value>(
  url: string,
  headers: Readonly<Record<string, string>>,
  read: (answer: OpenAnswer) => Promise<Value>,
  { agents, clock, limits }: ExchangeTools,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted();
  const watchdog = startWatchdog(clock, limits);
  const either = AbortSignal.any([signal, watchdog.signal]);
  try {
    const answer = await answerOf(url, headers, agents, either);
    watchdog.moved();
    const body = addAbortSignal(either, answer);
    body.on('error', () => undefined); // its reader gets the error; without a listener it would be thrown
    try {
      return await read({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        async *pieces() {
          for await (const piece of body as AsyncIterable<Uint8Array>) {
            watchdog.moved();
            yield piece;
            watchdog.moved(); // a disk may be slower than the network
          }
        },
      });
    } finally {
      body.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw watchdog.signal.aborted ? watchdog.signal.reason : error;
  } finally {
    await watchdog.end();
  }
}

function answerOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  agents: Agents,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const at = new URL(url);
  const options = {
    method: 'GET',
    agent: agents.fresh(at),
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Labseal',
      ...headers,
    },
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (at.protocol === 'https:' ? https : http).request(at, options);
    refuseUpgrade(request);
    request.once('response', resolve).on('error', reject).end();
  });
}
