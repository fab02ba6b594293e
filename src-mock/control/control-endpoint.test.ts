import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { exchange } from '../uploads/test-support/exchange.ts';
import { listen } from '../uploads/test-support/upload-server.ts';
import { handleControl } from './control-endpoint.ts';
import { makeFaults } from './faults.ts';
import { defaultReadings, Readings } from './readings.ts';
import { makeRequestLog } from './request-log.ts';

async function startControl() {
  let readings = defaultReadings();
  const faults = makeFaults([]);
  const requests = makeRequestLog(() => 7);
  const set = (change: Partial<Readings>) => {
    readings = Readings.parse({ ...readings, ...change });
    return readings;
  };
  const parts = {
    faults,
    readings: { get: () => readings, set },
    ledger: () => ({ transactions: [], records: [] }),
    mails: () => [{ to: 'a@example.org' }],
    requests,
  };
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/__mock/') === true) {
      handleControl(request, response, parts).catch((error: unknown) => {
        response.destroy(error as Error);
      });
      return;
    }
    requests.record(request, 'uploadPublicFile');
    request.resume();
    response.end();
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  async function call(method: string, path: string, sent?: unknown, headers = {}) {
    const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const body = sent === undefined ? undefined : Buffer.from(text);
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const more = body === undefined ? {} : { body };
    const all = { ...type, ...headers };
    const answer = await exchange(`${origin}/__mock/${path}`, { method, headers: all, ...more });
    return { status: answer.status, body: JSON.parse(answer.text || 'null') as unknown };
  }
  return { origin, call, faults, readings: () => readings };
}

test('readings are read and changed; what is none is refused by name', async () => {
  const { call, readings } = await startControl();
  expect(await call('GET', 'readings')).toEqual({ status: 200, body: defaultReadings() });
  for (const change of [{ paging: 'sometimes' }, { pagging: 'ignored' }]) {
    const { status, body } = await call('PATCH', 'readings', change);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('pag')]);
    expect(readings()).toEqual(defaultReadings());
  }
  const changed = await call('PATCH', 'readings', { paging: 'ignored' });
  expect(changed.body).toMatchObject({ paging: 'ignored', tagRecords: 'object' });
  expect(readings().paging).toBe('ignored');
});

test('faults are added, listed with their hits, removed one by one and all at once', async () => {
  const { call, faults } = await startControl();
  const rule = { id: 'a b', endpoint: '*', do: { kind: 'hang' } };
  expect(await call('POST', 'faults', rule)).toEqual({ status: 201, body: { id: 'a b' } });
  expect((await call('GET', 'faults')).body).toMatchObject({
    faults: [{ id: 'a b', do: { kind: 'hang', at: 'before-handling' } }],
    hits: { 'a b': 0 },
  });
  expect((await call('DELETE', 'faults/other')).status).toBe(404);
  expect((await call('DELETE', 'faults/a%20b')).status).toBe(204);
  await call('POST', 'faults', rule);
  expect((await call('DELETE', 'faults')).status).toBe(204);
  expect(faults.list()).toEqual([]);
  expect((await call('POST', 'faults', { endpoint: 'nowhere' })).status).toBe(400);
});

test('ledger and mails are readable; other paths are nothing', async () => {
  const { call } = await startControl();
  expect((await call('GET', 'ledger')).body).toEqual({ transactions: [], records: [] });
  expect((await call('GET', 'mails')).body).toEqual({ mails: [{ to: 'a@example.org' }] });
  expect((await call('GET', 'other')).status).toBe(404);
  expect((await call('PUT', 'readings', {})).status).toBe(404);
});

test('the log tells of requests, but no bodies, tokens or secret addresses', async () => {
  const { origin, call } = await startControl();
  const headers = { Authorization: 'Bearer SECRET', 'Upload-Offset': 5, 'Content-Length': 6 };
  for (const path of ['/uploads/SECRET', '/users/activation/SECRET', '/files?signature=SECRET']) {
    await exchange(origin + path, { method: 'POST', headers, body: Buffer.from('SECRET') });
  }
  const { body } = await call('GET', 'requests');
  expect(JSON.stringify(body)).not.toContain('SECRET');
  const first = {
    number: 1,
    atMs: 7,
    method: 'POST',
    path: '/uploads/{secret}',
    endpoint: 'uploadPublicFile',
    headerNames: expect.arrayContaining(['authorization', 'upload-offset']),
    uploadFields: { 'upload-offset': '5', 'content-length': '6' },
  };
  const requests = [first, { path: '/users/activation/{token}' }, { path: '/files' }];
  expect(body).toMatchObject({ requests });
  expect((await call('DELETE', 'requests')).status).toBe(204);
  expect((await call('GET', 'requests')).body).toEqual({ requests: [] });
});

test('the log is bounded, and its numbers go on', () => {
  const log = makeRequestLog(() => 0);
  const request = { method: 'GET', url: '/', headers: {} } as Parameters<typeof log.record>[0];
  for (let count = 0; count < 1_005; count += 1) log.record(request, null);
  expect(log.list()).toHaveLength(1_000);
  expect(log.list()[0]?.number).toBe(6);
});

test.each<[string, Record<string, string>]>([
  ['a page of another origin', { Origin: 'https://evil.example' }],
  ['a page of another port', { Origin: 'http://localhost:3000' }],
  ['a page without an origin', { 'Sec-Fetch-Site': 'cross-site' }],
])('%s is kept out', async (_what, headers) => {
  const { call, faults } = await startControl();
  const rule = { endpoint: '*', do: { kind: 'hang' } };
  expect((await call('POST', 'faults', rule, headers)).status).toBe(403);
  expect((await call('GET', 'mails', undefined, headers)).status).toBe(403);
  expect(faults.list()).toEqual([]);
});

test('a form’s content type is no way in, nor is a body that is no JSON', async () => {
  const { call } = await startControl();
  const typed = { 'Content-Type': 'text/plain' };
  expect((await call('POST', 'faults', {}, typed)).status).toBe(415);
  expect((await call('POST', 'faults', '{')).status).toBe(400);
  expect((await call('POST', 'faults', `"${'x'.repeat(2_000_000)}"`)).status).toBe(413);
});
