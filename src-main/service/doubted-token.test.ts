/** A token that has ended by this computer's clock alone is not sent before the service has shown its own. */
import { describe, expect, test } from 'vitest';
import type { Withheld } from '../../src-shared/model/people/session-view.ts';
import { realClock } from '../platform/real-ports.ts';
import { makeAgents } from './agents.ts';
import type { Exchanged } from './exchange.ts';
import { makeServiceClient } from './service-client.ts';
import { addressOf, NO_SURROUNDINGS, TOKEN } from './test-support/test-client.ts';

const never = new AbortController().signal;
const BALANCE = { path: { userId: 'u1' } };
const NOON = 'Sat, 21 Nov 2026 12:00:00 GMT';

const answered = (status: number, body: string, date?: string): Exchanged => ({
  kind: 'answered',
  status,
  headers: date === undefined ? {} : { date },
  bytes: Buffer.from(body),
});
const refused = (date?: string) =>
  answered(401, '{"error":{"statusCode":401,"message":"no"}}', date);

/** `first`: what comes for the question without a token. `isAliveAt`: what the session makes of the time in it. */
function doubting(first: Exchanged, isAliveAt: (serverMs: number | null) => boolean) {
  const address = addressOf('http://127.0.0.1:9');
  const heard: (number | null)[] = [];
  const sent: string[] = [];
  let doubt: Withheld | null = { by: 'clock', endedAtMs: 0 };
  let token: string | null = null;
  const client = makeServiceClient({
    address,
    agents: makeAgents(address, NO_SURROUNDINGS),
    clock: realClock,
    token: () => token,
    withheld: () => doubt,
    onTokenRefused: () => undefined,
    onAnswered(serverMs) {
      heard.push(serverMs);
      token = isAliveAt(serverMs) ? TOKEN : null;
      doubt = null;
    },
    async exchange({ method, url, headers }) {
      sent.push(`${method} ${url.pathname} ${headers['Authorization'] ?? 'without a token'}`);
      return sent.length === 1 ? first : answered(200, '{"creditBalance":5}', NOON);
    },
  });
  return { client, heard, sent };
}

const TIME = 'GET /projects without a token';
const WITH_TOKEN = `GET /users/u1/credit-balance Bearer ${TOKEN}`;

describe('a call that needs a token', () => {
  test.each([
    ['its time', NOON, Date.UTC(2026, 10, 21, 12)],
    ['no time', undefined, null],
  ] as const)('is made once the service has shown %s', async (_what, date, serverMs) => {
    const { client, heard, sent } = doubting(refused(date), () => true);
    const balance = await client.call('getCreditBalance', BALANCE, never);
    expect(balance).toMatchObject({ ok: true, value: { creditBalance: 5 } });
    expect([sent, heard[0]]).toEqual([[TIME, WITH_TOKEN], serverMs]);
  });

  test('is not made when the session has ended by the service too', async () => {
    const { client, sent } = doubting(refused(NOON), () => false);
    const fault = { kind: 'not-signed-in', serviceSays: null };
    expect(await client.call('getCreditBalance', BALANCE, never)).toEqual({ ok: false, fault });
    expect(sent).toEqual([TIME]);
  });

  test.each([
    [
      'nobody answers',
      {
        kind: 'broken',
        error: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
        mayHaveLeft: false,
      },
      'unavailable',
    ],
    ['a page of the network answers', answered(200, '<!doctype html>', NOON), 'not-the-service'],
  ] as const)('is not made when %s: nothing is known then', async (_what, first, kind) => {
    const { client, heard, sent } = doubting(first, () => true);
    const balance = await client.call('getCreditBalance', BALANCE, never);
    expect(balance).toMatchObject({ ok: false, fault: { kind } });
    expect([sent, heard]).toEqual([[TIME], []]);
  });
});
