import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  httpAnswer,
  startRawServer,
  startSameAnswer,
} from '../../service/test-support/raw-server.ts';
import { makeTestClient } from '../../service/test-support/test-client.ts';
import { deletion, invitation, newProject } from '../../test-support/temporary-state.ts';
import { eventOfAnswer, sendChange } from './outbox.ts';

// What the end of a paid request on a real connection means for its change. When in doubt, it may have been carried
// out.

const never = new AbortController().signal;
const INTENTS = [newProject('Draft'), invitation('Casey'), deletion('run.raw')];
const DONE = '{"responseMessage":"done","message":"done"}';
const SILENCE_MS = 100;

/** The result of sending each kind of change there. */
async function eventsAt(origin: string, silenceMs?: number) {
  const limits = silenceMs === undefined ? {} : { silenceMs };
  const events = [];
  for (const intent of INTENTS) {
    const ports = { client: makeTestClient(origin, { limits }).client, blob: () => null };
    const answer = await sendChange({ key: `key of ${intent.kind}`, intent }, null, ports, never);
    events.push(eventOfAnswer(answer, 7));
  }
  return events;
}

const all = (event: object) => INTENTS.map(() => event);
const refusal = (statusCode: number) => JSON.stringify({ error: { statusCode, message: 'no' } });
const page = '<html><body>hello</body></html>';
const HTML = { 'Content-Type': 'text/html' };

test('an answer in words ends it; every try carries the key of its change', async () => {
  const server = await startSameAnswer(httpAnswer(200, DONE));
  expect(await eventsAt(server.origin)).toEqual(all({ type: 'answered', atMs: 7 }));
  const keys = server.requests.map((request) => /^idempotency-key: (.+)\r$/im.exec(request)?.[1]);
  expect(keys).toEqual(INTENTS.map(({ kind }) => `key of ${kind}`));
});

describe('it may have been carried out', () => {
  test.each<[string, string | Uint8Array]>([
    ...['{}', '[]', 'null', '"done"', '', '{"responseMessage":"', '{"responseMessage":""}'].map(
      (body): [string, Uint8Array] => [`200 and ${body}`, httpAnswer(200, body)],
    ),
    ['200 in words of another kind', httpAnswer(200, '{"other":"x"}')],
    ...[200, 502].map((status): [string, Uint8Array] => [
      `a page with ${status}`,
      httpAnswer(status, page, HTML),
    ]),
    ...[408, 500, 503].map((status): [string, Uint8Array] => [
      `${status}`,
      httpAnswer(status, refusal(status)),
    ]),
    ['a redirect to a result', httpAnswer(303, '', { Location: '/elsewhere' })],
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['an answer cut off', httpAnswer(200, DONE).subarray(0, -5)],
    ['nothing, and closed', ''],
  ])('after %s', async (_what, answer) => {
    const server = await startSameAnswer(answer);
    expect(await eventsAt(server.origin)).toEqual(all({ type: 'answer-lost', atMs: 7 }));
    expect(server.requests).toHaveLength(INTENTS.length);
  });

  test.each([
    ['a reset', (socket: Socket) => void socket.resetAndDestroy()],
    ['silence', () => undefined],
  ])('after %s', async (_what, answer) => {
    const server = await startRawServer(answer);
    const events = await eventsAt(server.origin, SILENCE_MS);
    expect(events).toEqual(all({ type: 'answer-lost', atMs: 7 }));
    expect(server.requests).toHaveLength(INTENTS.length);
  });
});

describe('a denial says nothing yet about whether it was carried out', () => {
  test.each([
    [400, 'refused'],
    [401, 'not-signed-in'],
    [402, 'refused'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'refused'],
    [413, 'too-large'],
    [425, 'unavailable'],
    [429, 'throttled'],
    [501, 'unavailable'],
    [511, 'not-the-service'],
    [302, 'not-the-service'],
    [307, 'not-the-service'],
  ])('%i', async (status, kind) => {
    const { origin } = await startSameAnswer(httpAnswer(status, refusal(status)));
    const denial = { status, fault: { kind } };
    expect(await eventsAt(origin)).toMatchObject(all({ type: 'denied', denial }));
  });

  test.each([403, 404])('a page with %i', async (status) => {
    const { origin } = await startSameAnswer(httpAnswer(status, page, HTML));
    const denial = { status, fault: { kind: 'not-the-service' } };
    expect(await eventsAt(origin)).toMatchObject(all({ type: 'denied', denial }));
  });

  test('a refusal inside a success', async () => {
    const { origin } = await startSameAnswer(httpAnswer(200, refusal(403)));
    const denial = { status: 403, fault: { kind: 'forbidden', serviceSays: 'no' } };
    expect(await eventsAt(origin)).toMatchObject(all({ type: 'denied', denial }));
  });
});

test('without a session nothing was sent', async () => {
  const { client } = makeTestClient('http://127.0.0.1:1', { token: null });
  const intent = invitation('Casey');
  const answer = await sendChange({ key: 'k', intent }, null, { client, blob: () => null }, never);
  const fault = { kind: 'not-signed-in' };
  expect(eventOfAnswer(answer, 7)).toMatchObject({ type: 'not-sent', fault });
});

test('without a connection nothing was sent', async () => {
  const fault = { kind: 'unavailable', why: 'no-connection' };
  const events = await eventsAt('http://127.0.0.1:1');
  expect(events).toMatchObject(all({ type: 'not-sent', fault }));
});
