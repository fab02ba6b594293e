import { describe, expect, test } from 'vitest';
import { startSameAnswer, gzipBomb, httpAnswer } from './test-support/raw-server.ts';
import { makeTestClient, TOKEN } from './test-support/test-client.ts';

const never = new AbortController().signal;
const BALANCE = { path: { userId: 'u1' } };
const INVITE = { path: { projectId: 'p1', userId: 'u2' } };
const LOGIN = { body: { email: 'a@b.example', password: 'p' } };
const done = (body: unknown) => httpAnswer(200, JSON.stringify(body));
const refusal = (status: number, message: string) =>
  httpAnswer(status, JSON.stringify({ error: { statusCode: status, message } }));
const HTML = '<!doctype html><title>Guest network</title>';
const AS_PAGE = { 'Content-Type': 'text/html' };

/** A server that always gives this answer, and a client of it. */
async function atService(answer: Uint8Array, token: string | null = TOKEN, basePath = '') {
  const server = await startSameAnswer(answer);
  return { server, ...makeTestClient(`${server.origin}${basePath}`, { token }) };
}
const targetOf = (request = '') => request.split(' ')[1];

describe('what is sent', () => {
  test('path, query, body and token, on a connection of its own', async () => {
    const list = done({ records: [], totalRecords: 0 });
    const { client, server } = await atService(list, TOKEN, '/api/v2');
    await client.call('searchTags', { query: { tag: 'a&b=c', start: 0, limit: 50 } }, never);
    await client.call('listTags', {}, never);
    const [first = '', second = ''] = server.requests;
    const target = '/api/v2/tags/search?tag=a%26b%3Dc&start=0&limit=50';
    expect(first.split('\r\n')[0]).toBe(`GET ${target} HTTP/1.1`);
    expect(first).toMatch(new RegExp(`^authorization: Bearer ${TOKEN}\r$`, 'im'));
    expect(second).toMatch(/^connection: close\r$/im);
    expect(server.connections()).toBe(2);
  });

  test('a path parameter cannot change the path; what would climb is answered here', async () => {
    const { client, server } = await atService(done({ creditBalance: 1 }));
    const ask = (userId: string) => client.call('getCreditBalance', { path: { userId } }, never);
    await ask('a/../b?c#d é');
    expect(targetOf(server.requests[0])).toBe('/users/a%2F..%2Fb%3Fc%23d%20%C3%A9/credit-balance');
    const fault = { kind: 'not-found', serviceSays: null };
    for (const userId of ['..', '.', '\uD800']) {
      expect(await ask(userId)).toEqual({ ok: false, fault });
      const path = { projectId: 'p1', userId };
      expect(await client.call('removeMember', { path }, never)).toEqual({ ok: false, fault });
    }
    expect(server.connections()).toBe(1);
  });

  test('a body that breaks its schema never leaves, and its values are not told', async () => {
    const { client, server } = await atService(done({}));
    const stray = { name: 'x', secret: 'hunter2' };
    const call = client.call('createTag', { body: stray }, never);
    await expect(call).rejects.toThrow(/createTag/);
    await expect(call).rejects.not.toThrow(/hunter2/);
    expect(server.connections()).toBe(0);
  });

  test('endpoints for anyone get no token, even when there is one', async () => {
    const { client, server } = await atService(done({ token: 't' }));
    const granted = await client.call('login', LOGIN, never);
    expect(granted).toEqual({ ok: true, value: { token: 't' } });
    expect(server.requests[0]).not.toMatch(/authorization/i);
    expect(server.requests[0]).toContain(JSON.stringify(LOGIN.body));
  });

  test('without a token nothing is sent', async () => {
    const { client, server } = await atService(done({}), null);
    const fault = { kind: 'not-signed-in', serviceSays: null };
    expect(await client.call('getCreditBalance', BALANCE, never)).toEqual({ ok: false, fault });
    expect(server.connections()).toBe(0);
  });

  test('a token that was refused with what costs credits is reported, too', async () => {
    const { client, refusedTokens } = await atService(refusal(401, 'no'));
    const denial = { status: 401, fault: { kind: 'not-signed-in', serviceSays: 'no' } };
    const fault = { kind: 'unknown-outcome', why: 'denied', denial };
    expect(await client.call('inviteMember', INVITE, never)).toEqual({ ok: false, fault });
    expect(refusedTokens).toEqual([TOKEN]);
  });

  test('a refused token is reported once and never sent again; wrong credentials are none', async () => {
    const { client, server, refusedTokens } = await atService(refusal(401, 'no'));
    const fault = { kind: 'not-signed-in', serviceSays: 'no' };
    expect(await client.call('login', LOGIN, never)).toEqual({ ok: false, fault });
    expect(refusedTokens).toEqual([]);
    const ask = () => client.call('getCreditBalance', BALANCE, never);
    for (const result of await Promise.all([ask(), ask(), ask()])) {
      expect(result).toMatchObject({ ok: false, fault: { kind: 'not-signed-in' } });
    }
    await client.call('listProjects', {}, never);
    expect(server.requests).toHaveLength(4);
    expect(refusedTokens).toEqual([TOKEN]);
  });
});

test.each([301, 302, 303, 307, 308])(
  'a redirect with %i is not followed: the second server sees nothing',
  async (status) => {
    const elsewhere = await startSameAnswer(done({ creditBalance: 1 }));
    const headers = { Location: `${elsewhere.origin}/users/u1/credit-balance` };
    const { client, server } = await atService(httpAnswer(status, '', headers));
    const redirect = { kind: 'not-the-service', what: 'redirect' };
    const balance = await client.call('getCreditBalance', BALANCE, never);
    expect(balance).toEqual({ ok: false, fault: redirect });
    const invited = await client.call('inviteMember', INVITE, never);
    expect(invited).toMatchObject({ ok: false, fault: { kind: 'unknown-outcome' } });
    expect(server.requests).toHaveLength(2);
    expect(elsewhere.connections()).toBe(0);
  },
);

test("the service's clock is taken from its own answers, never from a page in between", async () => {
  const date = { Date: 'Sat, 21 Nov 2026 08:00:00 GMT' };
  const service = await atService(httpAnswer(404, '{}', date));
  await service.client.call('getCreditBalance', BALANCE, never);
  expect(service.serverDatesMs).toEqual([Date.UTC(2026, 10, 21, 8)]);
  const portal = await atService(httpAnswer(200, HTML, { ...date, ...AS_PAGE }));
  await portal.client.call('getCreditBalance', BALANCE, never);
  expect(portal.serverDatesMs).toEqual([]);
});

describe('certificates', () => {
  const path = { projectId: 'p1', fileId: 'f1' };

  test('arrive as the bytes that were sent, PDF or JSON', async () => {
    const pdf = Buffer.from('%PDF-1.7\n\xFF\x00%%EOF', 'latin1');
    const asPdf = httpAnswer(200, pdf, { 'Content-Type': 'application/pdf' });
    const { client, server } = await atService(asPdf);
    const got = await client.certificate('getPublicCertificate', path, false, never);
    expect(got.ok && Buffer.from(got.value)).toEqual(pdf);
    await client.certificate('getPrivateCertificate', path, true, never);
    expect(server.requests.map(targetOf)).toEqual([
      '/projects/p1/files/f1/download/certificate',
      '/private-files/project/p1/files/f1/download/certificate?raw=true',
    ]);
  });

  const bomb = httpAnswer(200, gzipBomb(21), { 'Content-Encoding': 'gzip' });
  test.each([
    ['a page', httpAnswer(200, HTML, AS_PAGE), { kind: 'not-the-service', what: 'html' }],
    ['a refusal', refusal(404, 'noch nicht verfügbar'), { serviceSays: 'noch nicht verfügbar' }],
    ['more than 20 MB', bomb, { kind: 'not-the-service', what: 'unreadable' }],
  ])('%s: is none', async (_what, answer, fault) => {
    const { client } = await atService(answer);
    const got = await client.certificate('getPublicCertificate', path, false, never);
    expect(got).toMatchObject({ ok: false, fault });
  });
});
