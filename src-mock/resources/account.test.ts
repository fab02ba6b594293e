import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/seed-accounts.ts';
import { type Bench, mailedToken, PASSWORD, startBench } from '../test-support/service-client.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const person = (name: string) => {
  const more = { lastName: 'Tester', password: PASSWORD, organisation: '', location: '' };
  return { name, email: `${name}@lab.test`, ...more };
};

test('a new user is on hold until the mailed token is used, once', async () => {
  const body = person('anna');
  const credentials = { email: body.email, password: PASSWORD };
  const { info } = await bench.ok('register', {}, { body });
  expect(info.statusCode).toBe(200);
  expect(await bench.call('login', {}, { body: credentials })).toMatchObject({
    status: 403,
    body: { error: { statusCode: 403, message: expect.stringContaining('on hold') } },
  });
  const token = mailedToken(bench.service(), body.email);
  const [mail] = bench.service().mails();
  expect(mail?.text).toContain(token);
  expect(mail?.links[0]?.url).toBe(`${bench.service().url}/users/activation/${token}`);
  await bench.ok('activate', { token });
  expect(await bench.status('activate', { token })).toBe(400);
  await bench.ok('login', {}, { body: credentials });
});

test('the token is for a day; an expired, a foreign and a missing one are 401', async () => {
  const { id, email, token } = await bench.newPerson('cora');
  const iat = bench.clock.nowMs / 1_000;
  expect(decodeJwt(token)).toEqual({ id, email, iat, exp: iat + 24 * 60 * 60 });
  const ask = (given?: string) =>
    bench.status('getUser', { userId: id }, given === undefined ? {} : { token: given });
  expect(await ask(token)).toBe(200);
  expect(await ask()).toBe(401);
  const [header, payload, signature = ''] = token.split('.');
  const other = signature.startsWith('A') ? 'B' : 'A'; // its last letters hold fewer bits than they could
  expect(await ask(`${header}.${payload}.${other}${signature.slice(1)}`)).toBe(401);
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), id: 'x' }));
  expect(await ask(`${header}.${claims.toString('base64url')}.${signature}`)).toBe(401);
  bench.clock.nowMs += 24 * 60 * 60 * 1_000;
  expect(await ask(token)).toBe(401);
});

test('wrong credentials are 401, for known and unknown addresses alike', async () => {
  const wrong = { email: ADMINISTRATOR.email, password: 'not it at all' };
  const unknown = { email: 'nobody@lab.test', password: PASSWORD };
  const first = await bench.call('login', {}, { body: wrong });
  const second = await bench.call('login', {}, { body: unknown });
  expect(first.status).toBe(401);
  expect(second.body).toEqual(first.body);
});

test('registration refuses what is missing, unknown, taken or unusable, in words', async () => {
  const dora = person('dora');
  const { lastName: _left, ...incomplete } = dora;
  const refusals: readonly (readonly [object, string])[] = [
    [incomplete, 'lastName is missing'],
    [{ ...dora, isAdmin: true }, 'isAdmin'],
    [{ ...dora, name: ' ' }, 'name must not be empty'],
    [{ ...dora, email: 'dora' }, 'email'],
    [{ ...dora, password: 'short' }, 'at least 8'],
    [{ ...dora, email: ADMINISTRATOR.email.toUpperCase() }, 'exists'],
  ];
  for (const [body, words] of refusals) {
    const error = { statusCode: 400, message: expect.stringContaining(words) };
    const refused = { status: 400, body: { error } };
    expect(await bench.call('register', {}, { body })).toMatchObject(refused);
  }
});

test('a forgotten password is replaced through the mailed token, once', async () => {
  const { email } = await bench.newPerson('emil');
  await bench.ok('forgotPassword', { email });
  const token = mailedToken(bench.service(), email);
  const body = { password: 'a new password' };
  expect(await bench.status('resetPassword', { token }, { body: { password: 'x' } })).toBe(400);
  await bench.ok('resetPassword', { token }, { body });
  expect(await bench.status('resetPassword', { token }, { body })).toBe(400);
  expect(await bench.status('login', {}, { body: { email, password: PASSWORD } })).toBe(401);
  await bench.ok('login', {}, { body: { email, ...body } });
  expect(await bench.status('forgotPassword', { email: 'nobody@lab.test' })).toBe(404);
});

test('a reset token expires after an hour', async () => {
  const { email } = await bench.newPerson('fritz');
  await bench.ok('forgotPassword', { email });
  bench.clock.nowMs += 60 * 60 * 1_000;
  const token = mailedToken(bench.service(), email);
  const body = { password: PASSWORD };
  expect(await bench.status('resetPassword', { token }, { body })).toBe(400);
});
