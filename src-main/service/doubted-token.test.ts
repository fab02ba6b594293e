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
function doubting(
  first: Exchanged,
  isAliveAt: (serverMs: number | null) => boolean,
  hold?: PromiseWithResolvers<void>,
) {
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
    async exchange({ method, url, headers }, _parts, signal) {
      const isTokenless = headers['Authorization'] === undefined;
      sent.push(`${method} ${url.pathname} ${headers['Authorization'] ?? 'without a token'}`);
      await hold?.promise;
      if (signal.aborted) throw signal.reason;
      return isTokenless ? first : answered(200, '{"creditBalance":5}', NOON);
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

  test.each([
    ['its time', refused(NOON), [WITH_TOKEN, WITH_TOKEN]],
    ['a pause', { ...answered(429, '{}'), headers: { 'retry-after': '60' } } as const, []],
  ])('waits with all others for the one answer, which shows %s', async (_what, first, after) => {
    const { client, sent } = doubting(first, () => true);
    const both = await Promise.all([
      client.call('getCreditBalance', BALANCE, never),
      client.call('getCreditBalance', BALANCE, never),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([after.length > 0, after.length > 0]);
    expect(sent).toEqual([TIME, ...after]);
  });

  test('that is not waited for any more ends the question for none of the others', async () => {
    const hold = Promise.withResolvers<void>();
    const { client, sent } = doubting(refused(NOON), () => true, hold);
    const leaves = new AbortController();
    const one = client.call('getCreditBalance', BALANCE, leaves.signal);
    const other = client.call('getCreditBalance', BALANCE, never);
    leaves.abort(new Error('left'));
    await expect(one).rejects.toThrow('left');
    hold.resolve();
    expect(await other).toMatchObject({ ok: true });
    expect(sent).toEqual([TIME, WITH_TOKEN]);
  });

  test('leaves no question behind that nobody waits for', async () => {
    const hold = Promise.withResolvers<void>();
    const { client, heard, sent } = doubting(refused(NOON), () => true, hold);
    const leaves = new AbortController();
    const one = client.call('getCreditBalance', BALANCE, leaves.signal);
    leaves.abort(new Error('left'));
    await expect(one).rejects.toThrow('left');
    hold.resolve();
    expect(await client.call('getCreditBalance', BALANCE, never)).toMatchObject({ ok: true });
    expect([sent, heard.length]).toEqual([[TIME, TIME, WITH_TOKEN], 2]);
  });
});
