import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, PASSWORD, startBench } from '../test-support/service-client.ts';
import { exchange, type Sending } from '../uploads/test-support/exchange.ts';

/** What a polite client would not send. */
const send = (url: string, method: string, headers: Sending['headers'] = {}, body = '') =>
  exchange(url, { method, headers, body: Buffer.from(body), anonymous: true });

let bench: Bench;
let url: string;
beforeAll(async () => {
  bench = await startBench();
  url = bench.service().url;
});
afterAll(() => bench.stop());
const linkOfNewest = () => bench.service().mails()[0]?.links[0]?.url ?? '';
const JSON_TYPE = { 'Content-Type': 'application/json' };

test('unknown addresses are 404 in JSON, wrong methods 405 with Allow', async () => {
  const unknown = await send(`${url}/no/such/thing`, 'GET');
  expect([unknown.status, JSON.parse(unknown.text)]).toEqual([
    404,
    { error: { statusCode: 404, message: 'There is nothing at this address' } },
  ]);
  const wrong = await send(`${url}/login`, 'PUT');
  expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'POST']);
  expect((await send(`${url}/users/%ff`, 'GET')).status).toBe(400);
});

test.each([
  ['no JSON', JSON_TYPE, '{"email":', 400],
  ['no content type', {}, '{}', 400],
  ['not an object', JSON_TYPE, '[]', 400],
  ['too long', JSON_TYPE, `"${'x'.repeat(1_000_000)}"`, 413],
])('a body that is %s is refused in words', async (_name, headers, body, status) => {
  const answer = await send(`${url}/login`, 'POST', headers, body);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { statusCode: status } });
});

test('the second error envelope is used when the readings ask for it', async () => {
  bench.service().setReadings({ errorEnvelope: 'coded' });
  const words = { message: expect.any(String), details: expect.any(String) };
  expect(await bench.call('getUser', { userId: 'x' })).toMatchObject({
    status: 401,
    body: { success: false, error: { code: 'UNAUTHENTICATED', ...words } },
  });
  bench.service().setReadings({ errorEnvelope: 'usual' });
});

test('every answer is dated by the service’s clock, and none invites other origins', async () => {
  const { headers } = await send(`${url}/login`, 'GET', { Origin: 'http://elsewhere.test' });
  expect(headers['date']).toBe(new Date(bench.clock.nowMs).toUTCString());
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('links point to the name under which the caller reached this computer', async () => {
  const facts = { name: 'tina', lastName: 'T', organisation: '', location: '', password: PASSWORD };
  const body = JSON.stringify({ ...facts, email: 'tina@lab.test' });
  await send(`${url}/users`, 'POST', { ...JSON_TYPE, Host: 'localhost:4711' }, body);
  expect(new URL(linkOfNewest()).origin).toBe('http://localhost:4711');
});

test.each([
  'evil.test',
  'evil.test:80',
  '127.0.0.1.evil.test',
  'localhost.evil.test',
  'user@127.0.0.1',
  '127.0.0.1:80:80',
  '0.0.0.0',
])('a name that was made to point here, "%s", is refused on every path', async (host) => {
  const before = bench.service().requests().length;
  const asked = ['/', '/docs', '/mailbox', '/records/x', '/users/x', '/login', '/no/such/thing']
    .concat(['/files', '/object-store/x', '/uploads/x', '/__mock/readings', '/%ff'])
    .flatMap((path) => ['GET', 'POST', 'OPTIONS', 'PATCH'].map((method) => ({ path, method })));
  for (const { path, method } of asked) {
    const answer = await send(`${url}${path}`, method, { Host: host });
    expect([path, method, answer.status]).toEqual([path, method, 403]);
  }
  expect(bench.service().requests()).toHaveLength(before);
});

test('no name is refused, and so is a second one, whichever is ours', async () => {
  const { hostname, port } = new URL(url);
  const statusOf = async (lines: readonly string[]) => {
    const socket = connect(Number(port), hostname);
    socket.end([...lines, 'Connection: close', '', ''].join('\r\n'));
    return /^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1];
  };
  expect(await statusOf(['GET / HTTP/1.1', 'Host: localhost'])).toBe('200');
  expect(await statusOf(['GET / HTTP/1.1', 'Host: localhost', 'Host: evil.test'])).toBe('403');
  expect(await statusOf(['GET / HTTP/1.1', 'Host: evil.test', 'Host: localhost'])).toBe('403');
  expect(await statusOf(['GET / HTTP/1.1', 'Host: '])).toBe('403');
  expect(await statusOf(['GET / HTTP/1.0'])).toBe('403');
});

test('pages beside the interface: the reference, the mailbox and the first page', async () => {
  for (const path of ['/', '/docs', '/mailbox', '/__mock/mailbox']) {
    const { status, headers } = await send(`${url}${path}`, 'GET');
    expect([path, status]).toEqual([path, 200]);
    expect(headers['content-type']).toContain('text/html');
  }
  expect((await send(`${url}/mailbox`, 'POST')).status).toBe(404);
});
