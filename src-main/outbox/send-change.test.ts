import { expect, test } from 'vitest';
import { httpAnswer, startSameAnswer } from '../service/test-support/raw-server.ts';
import { makeTestClient } from '../service/test-support/test-client.ts';
import { sendChange } from './send-change.ts';

const never = new AbortController().signal;
const invitation = {
  key: 'key-1',
  intent: { kind: 'invite-member', projectId: 'p', userId: 'u', userName: 'U' },
} as const;

function ports(origin: string) {
  return { client: makeTestClient(origin).client, blob: () => null };
}

async function answering(status: number, body: string) {
  const server = await startSameAnswer(httpAnswer(status, body));
  return {
    server,
    send: () => sendChange(invitation, null, ports(server.origin), never),
  };
}

test('every try of a change carries its key as Idempotency-Key', async () => {
  const { server, send } = await answering(200, '{"responseMessage":"Member invited"}');
  expect(await send()).toEqual({ ok: true, value: 'done' });
  await send();
  expect(
    server.requests.map((request) => /^idempotency-key: (.+)\r$/im.exec(request)?.[1]),
  ).toEqual(['key-1', 'key-1']);
});

test.each([
  '{}',
  '[]',
  'null',
  '"done"',
  '',
  '{"responseMessage":""}',
  '<html></html>',
  '{"message":"x"}',
])('a success that reads %j is no answer', async (body) => {
  const { send } = await answering(200, body);
  expect(await send()).toEqual({
    ok: false,
    fault: { kind: 'unknown-outcome', why: 'unreadable-answer' },
  });
});
