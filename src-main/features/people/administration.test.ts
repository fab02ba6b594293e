import { expect, test } from 'vitest';
import { httpAnswer, startSameAnswer } from '../../service/test-support/raw-server.ts';
import { makeTestClient } from '../../service/test-support/test-client.ts';
import { makeAdministration } from './administration.ts';

const never = new AbortController().signal;
const USER = { id: 'u1', name: 'Ada', lastName: 'Byron', email: 'ada@lab.test', creditBalance: 5 };

/** What an administrator finds when the service lists one user of `totalRecords`. */
async function administrationOf(totalRecords: number) {
  const page = JSON.stringify({ records: [USER], totalRecords });
  const answer = httpAnswer(200, page, { 'Content-Type': 'application/json' });
  const { client } = makeTestClient((await startSameAnswer(answer)).origin);
  const words = { subtractWord: () => null, setSubtractWord: () => undefined };
  const suspensions = { of: () => null, keep: () => undefined };
  return makeAdministration({ client, userId: () => 'admin', words, suspensions });
}

test.each([
  ['all users', 1, 'unknown-user'],
  ['a part of the users', 2, 'user-not-shown'],
])('somebody who is not among %s', async (_what, totalRecords, kind) => {
  const administration = await administrationOf(totalRecords);
  const asked = 'bob@lab.test';
  const fault = { kind, asked };
  expect(await administration.user({ email: asked }, never)).toEqual({ ok: false, fault });
  expect(await administration.user({ userId: asked }, never)).toEqual({ ok: false, fault });
  const found = await administration.user({ email: 'ADA@lab.test' }, never);
  expect(found).toMatchObject({ ok: true, value: { userId: 'u1' } });
});
