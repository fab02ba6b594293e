import { describe, expect, test } from 'vitest';
import { startSameAnswer, gzipBomb, httpAnswer } from './test-support/raw-server.ts';
import { makeTestClient, TOKEN } from './test-support/test-client.ts';

const never = new AbortController().signal;
const BALANCE = { path: { userId: 'u1' } };
const INVITE = { path: { projectId: 'p1', userId: 'u2' } };
const done = (body: unknown) => httpAnswer(200, JSON.stringify(body));
const HTML = '<!doctype html><title>Guest network</title>';

describe('what is sent', () => {
  test('path, query, body and token, on a connection of its own', async () => {
    const server = await startSameAnswer(done({ records: [], totalRecords: 0 }));
    const { client } = makeTestClient(`${server.origin}/api/v2`);
    await client.call('searchTags', { query: { tag: 'a&b=c', start: 0, limit: 50 } }, never);
    await client.call('listTags', {}, never);
    const [first = '', second = ''] = server.requests;
    expect(first.split('\r\n')[0]).toBe(
      'GET /api/v2/tags/search?tag=a%26b%3Dc&start=0&limit=50 HTTP/1.1',
    );
    expect(first).toMatch(new RegExp(`^authorization: Bearer ${TOKEN}\r$`, 'im'));
    expect(second).toMatch(/^connection: close\r$/im);
    expect(server.connections()).toBe(2);
  });

  test('a path parameter cannot change the path', async () => {
    const server = await startSameAnswer(done({ creditBalance: 1 }));
    const { client } = makeTestClient(server.origin);
    await client.call('getCreditBalance', { path: { userId: 'a/../b?c#d é' } }, never);
    expect(server.requests[0]?.split(' ')[1]).toBe(
      '/users/a%2F..%2Fb%3Fc%23d%20%C3%A9/credit-balance',
    );
  });

  test('a parameter that would climb to another endpoint is answered here', async () => {
    const server = await startSameAnswer(done({ responseMessage: 'removed' }));
    const { client } = makeTestClient(server.origin);
    for (const userId of ['..', '.', '\uD800']) {
      const removed = await client.call(
        'removeMember',
        { path: { projectId: 'p1', userId } },
        never,
      );
      expect(removed).toEqual({ ok: false, fault: { kind: 'not-found', serviceSays: null } });
    }
    expect(server.connections()).toBe(0);
  });

  test('a body that breaks its schema never leaves, and its values are not told', async () => {
    const server = await startSameAnswer(done({}));
    const { client } = makeTestClient(server.origin);
    const stray = { name: 'x', secret: 'hunter2' };
    const call = client.call('createTag', { body: stray }, never);
    await expect(call).rejects.toThrow(/createTag/);
    await expect(call).rejects.not.toThrow(/hunter2/);
    expect(server.connections()).toBe(0);
  });

  test('endpoints for anyone get no token, even when there is one', async () => {
    const server = await startSameAnswer(done({ token: 't' }));
    const { client } = makeTestClient(server.origin);
    const body = { email: 'a@b.example', password: 'p' };
    expect(await client.call('login', { body }, never)).toEqual({
      ok: true,
      value: { token: 't' },
    });
    expect(server.requests[0]).not.toMatch(/authorization/i);
    expect(server.requests[0]).toContain(JSON.stringify(body));
  });

  test('without a token nothing is sent', async () => {
    const server = await startSameAnswer(done({}));
    const { client } = makeTestClient(server.origin, { token: null });
    expect(await client.call('getCreditBalance', BALANCE, never)).toEqual({
      ok: false,
      fault: { kind: 'not-signed-in', serviceSays: null },
    });
    expect(server.connections()).toBe(0);
  });

  test('a refused token is reported once and never sent again', async () => {
    const server = await startSameAnswer(
      httpAnswer(401, '{"error":{"statusCode":401,"message":"expired"}}'),
    );
    const { client, refusedTokens } = makeTestClient(server.origin);
    const three = await Promise.all(
      [1, 2, 3].map(() => client.call('getCreditBalance', BALANCE, never)),
    );
    expect(three.map((result) => !result.ok && result.fault.kind)).toEqual(
      Array(3).fill('not-signed-in'),
    );
    await client.call('listProjects', {}, never);
    expect(server.requests).toHaveLength(3);
    expect(refusedTokens).toEqual([TOKEN]);
  });

  test('wrong credentials are not a dead token', async () => {
    const server = await startSameAnswer(
      httpAnswer(401, '{"error":{"statusCode":401,"message":"Wrong password"}}'),
    );
    const { client, refusedTokens } = makeTestClient(server.origin);
    const body = { email: 'a@b.example', password: 'p' };
    expect(await client.call('login', { body }, never)).toEqual({
      ok: false,
      fault: { kind: 'not-signed-in', serviceSays: 'Wrong password' },
    });
    expect(refusedTokens).toEqual([]);
  });
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])(
    '%i is not followed: the second server sees nothing',
    async (status) => {
      const elsewhere = await startSameAnswer(done({ creditBalance: 1 }));
      const server = await startSameAnswer(
        httpAnswer(status, '', { Location: `${elsewhere.origin}/users/u1/credit-balance` }),
      );
      const { client } = makeTestClient(server.origin);
      expect(await client.call('getCreditBalance', BALANCE, never)).toEqual({
        ok: false,
        fault: { kind: 'not-the-service', what: 'redirect' },
      });
      expect(await client.call('inviteMember', INVITE, never)).toEqual({
        ok: false,
        fault: { kind: 'unknown-outcome', why: 'unreadable-answer' },
      });
      expect(server.requests).toHaveLength(2);
      expect(elsewhere.connections()).toBe(0);
    },
  );
});

const PAGE = httpAnswer(200, HTML, { 'Content-Type': 'text/html' });
const GZIP = { 'Content-Encoding': 'gzip' };

describe("the service's clock", () => {
  test('is taken from its own answers, never from a page in between', async () => {
    const date = { Date: 'Sat, 21 Nov 2026 08:00:00 GMT' };
    const service = await startSameAnswer(httpAnswer(404, '{}', date));
    const portal = await startSameAnswer(
      httpAnswer(200, HTML, { ...date, 'Content-Type': 'text/html' }),
    );
    const atService = makeTestClient(service.origin);
    await atService.client.call('getCreditBalance', BALANCE, never);
    expect(atService.serverDatesMs).toEqual([Date.UTC(2026, 10, 21, 8)]);
    const atPortal = makeTestClient(portal.origin);
    await atPortal.client.call('getCreditBalance', BALANCE, never);
    expect(atPortal.serverDatesMs).toEqual([]);
  });
});

describe('certificates', () => {
  const path = { projectId: 'p1', fileId: 'f1' };

  test('arrive as the bytes that were sent, PDF or JSON', async () => {
    const pdf = Buffer.from('%PDF-1.7\n\xFF\x00%%EOF', 'latin1');
    const server = await startSameAnswer(
      httpAnswer(200, pdf, { 'Content-Type': 'application/pdf' }),
    );
    const { client } = makeTestClient(server.origin);
    const got = await client.certificate('getPublicCertificate', path, false, never);
    expect(got.ok && Buffer.from(got.value)).toEqual(pdf);
    await client.certificate('getPrivateCertificate', path, true, never);
    expect(server.requests.map((request) => request.split(' ')[1])).toEqual([
      '/projects/p1/files/f1/download/certificate',
      '/private-files/project/p1/files/f1/download/certificate?raw=true',
    ]);
  });

  test('a page is no certificate; a refusal keeps its words', async () => {
    const portal = await startSameAnswer(PAGE);
    const got = await makeTestClient(portal.origin).client.certificate(
      'getPublicCertificate',
      path,
      false,
      never,
    );
    expect(got).toEqual({ ok: false, fault: { kind: 'not-the-service', what: 'html' } });
    const refusing = await startSameAnswer(
      httpAnswer(404, '{"error":{"statusCode":404,"message":"noch nicht verfügbar"}}'),
    );
    const missing = await makeTestClient(refusing.origin).client.certificate(
      'getPublicCertificate',
      path,
      false,
      never,
    );
    expect(missing).toMatchObject({
      fault: { kind: 'not-found', serviceSays: 'noch nicht verfügbar' },
    });
  });

  test('more than 20 MB are not taken', async () => {
    const bomb = httpAnswer(200, gzipBomb(21), GZIP);
    const server = await startSameAnswer(bomb);
    const { client } = makeTestClient(server.origin);
    expect(await client.certificate('getPublicCertificate', path, false, never)).toEqual({
      ok: false,
      fault: { kind: 'not-the-service', what: 'unreadable' },
    });
  });
});
