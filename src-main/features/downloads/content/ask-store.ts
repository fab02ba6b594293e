/**
 * One question to the store behind a pre-signed link, its answer read as it comes. The link is the whole permission: no
 * token, no cookie and no other address goes along, no redirect is followed, and the link is never told to anybody.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { addAbortSignal } from 'node:stream';
import { SECOND_MS, MINUTE_MS } from '../../../../src-shared/model/text/time.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Agents } from '../../../service/agents.ts';
import { startWatchdog, type CallLimits } from '../../../service/call-limits.ts';
import type { StoreAnswer } from './evaluate-answer.ts';

/** However large a content is, it may take its time as long as it moves. */
export const STORE_LIMITS: CallLimits = {
  connectMs: 30 * SECOND_MS,
  silenceMs: MINUTE_MS,
  wholeMs: Infinity,
};

export interface StoreTools {
  readonly agents: Agents;
  readonly clock: Clock;
  readonly limits: CallLimits;
}

export interface OpenAnswer extends StoreAnswer {
  /** The body, once. Rejects with what the network says when it ends early, or stands still for too long. */
  readonly pieces: () => AsyncGenerator<Uint8Array>;
}

/**
 * Asks, and has `read` take what it wants of the answer; the connection is closed when that returns. Rejects with what
 * the network says, or with `signal.reason`.
 */
export async function askStore<Value>(
  url: string,
  headers: Readonly<Record<string, string>>,
  read: (answer: OpenAnswer) => Promise<Value>,
  { agents, clock, limits }: StoreTools,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted();
  const watchdog = startWatchdog(clock, limits);
  const either = AbortSignal.any([signal, watchdog.signal]);
  try {
    const answer = await answerOf(url, headers, agents, either);
    watchdog.moved();
    const body = addAbortSignal(either, answer);
    body.on('error', () => undefined); // whoever reads it hears of it; so must nobody else
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
  const isSecure = new URL(url).protocol === 'https:';
  const options = {
    method: 'GET',
    agent: isSecure ? agents.https : agents.http,
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Labseal',
      ...headers,
    },
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = isSecure ? https.request(url, options) : http.request(url, options);
    request.once('response', resolve).on('error', reject).end();
  });
}
