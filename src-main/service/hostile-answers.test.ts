import { describe, expect, test } from 'vitest';
import {
  gzipBomb,
  httpAnswer,
  startRawServer,
  startSameAnswer,
} from './test-support/raw-server.ts';
import { makeTestClient } from './test-support/test-client.ts';

const never = new AbortController().signal;
const BALANCE = { path: { userId: 'u1' } };
const INVITE = { path: { projectId: 'p1', userId: 'u2' } };
const done = (body: unknown) => httpAnswer(200, JSON.stringify(body));
const HTML = '<!doctype html><title>Guest network</title>';
const LONG_HEADER = { 'X-Long': 'x'.repeat(40_000) };
const TWO_LENGTHS = 'HTTP/1.1 200 X\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}';
const CUT = 'HTTP/1.1 200 X\r\nContent-Length: 500\r\n\r\n{"creditBalance"';
const PAGE = httpAnswer(200, HTML, { 'Content-Type': 'text/html' });
const GZIP = { 'Content-Encoding': 'gzip' };

describe('hostile answers', () => {
  test.each([
    ['a portal page', PAGE, { kind: 'not-the-service', what: 'html' }],
    ['502 with a page', httpAnswer(502, HTML), { kind: 'unavailable', why: 'server-error' }],
    ['no HTTP at all', 'garbage\r\n\r\n', { kind: 'unavailable', why: 'broken-connection' }],
    ['a 40 kB header', httpAnswer(200, '{}', LONG_HEADER), { why: 'broken-connection' }],
    ['two lengths', TWO_LENGTHS, { kind: 'unavailable', why: 'broken-connection' }],
    ['an end in the middle', CUT, { kind: 'unavailable', why: 'broken-connection' }],
    ['an end before anything', '', { kind: 'unavailable', why: 'broken-connection' }],
    ['a gzip bomb', httpAnswer(200, gzipBomb(100), GZIP), { what: 'unreadable' }],
    ['gzip that is none', httpAnswer(200, '{"creditBalance":1}', GZIP), { what: 'unreadable' }],
    ['latin-1', httpAnswer(200, Buffer.from('{"x":"\xE9"}', 'latin1')), { what: 'unreadable' }],
    ['deep nesting', httpAnswer(200, '['.repeat(100_000)), { what: 'unreadable' }],
    ['a wrong type', done('many'), { what: 'unreadable' }],
  ])('%s: a fault for a read, unknown for a paid call', async (_what, bytes, fault) => {
    const server = await startSameAnswer(bytes);
    const { client, refusedTokens } = makeTestClient(server.origin);
    const read = await client.call('getCreditBalance', BALANCE, never);
    expect(read).toMatchObject({ ok: false, fault });
    const invited = await client.call('inviteMember', INVITE, never);
    expect(invited).toMatchObject({ ok: false, fault: { kind: 'unknown-outcome' } });
    expect(server.requests).toHaveLength(2); // each was sent exactly once
    expect(refusedTokens).toEqual([]);
  });

  test('100 MB are cut off at the cap', async () => {
    let offeredBytes = 0;
    const chunk = Buffer.alloc(1_000_000, 0x20);
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 X\r\nContent-Length: 100000000\r\n\r\n');
      const pour = (): void => {
        while (offeredBytes < 100_000_000 && !socket.destroyed) {
          offeredBytes += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', pour);
        }
      };
      pour();
    });
    const { client } = makeTestClient(server.origin);
    expect(await client.call('getCreditBalance', BALANCE, never)).toEqual({
      ok: false,
      fault: { kind: 'not-the-service', what: 'unreadable' },
    });
    expect(offeredBytes).toBeLessThan(50_000_000);
  });

  test('`__proto__` and a byte order mark do no harm', async () => {
    const body = '\uFEFF{"__proto__":{"polluted":1},"creditBalance":"12"}';
    const server = await startSameAnswer(httpAnswer(200, body));
    const { client } = makeTestClient(server.origin);
    const balance = await client.call('getCreditBalance', BALANCE, never);
    expect(balance).toEqual({ ok: true, value: { creditBalance: 12 } });
    expect('polluted' in {}).toBe(false);
  });

  test('a reset after the request is unknown where it had an effect', async () => {
    const server = await startRawServer((socket) => socket.resetAndDestroy());
    const { client } = makeTestClient(server.origin);
    const invited = await client.call('inviteMember', INVITE, never);
    expect(invited).toEqual({
      ok: false,
      fault: { kind: 'unknown-outcome', why: 'broken-connection' },
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a closed port is known not to have acted', async () => {
    const { client } = makeTestClient('http://127.0.0.1:1');
    expect(await client.call('inviteMember', INVITE, never)).toEqual({
      ok: false,
      fault: { kind: 'unavailable', why: 'no-connection', status: null, retryAfterMs: null },
    });
  });
});

describe('time', () => {
  const timedOut = { ok: false, fault: { kind: 'unavailable', why: 'timed-out' } };

  test('silence after the request ends the exchange', async () => {
    const server = await startRawServer(() => undefined);
    const { client } = makeTestClient(server.origin, { limits: { silenceMs: 60 } });
    expect(await client.call('getCreditBalance', BALANCE, never)).toMatchObject(timedOut);
    expect(await client.call('inviteMember', INVITE, never)).toEqual({
      ok: false,
      fault: { kind: 'unknown-outcome', why: 'timed-out' },
    });
  });

  test('an answer that drips is cut off as a whole', async () => {
    const server = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 X\r\nContent-Length: 1000000\r\n\r\n');
      const drip = setInterval(() => socket.write(' '), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const { client } = makeTestClient(server.origin, { limits: { silenceMs: 200, wholeMs: 400 } });
    expect(await client.call('getCreditBalance', BALANCE, never)).toMatchObject(timedOut);
  });

  test('slow but moving is left alone', async () => {
    const server = await startRawServer((socket) => {
      const text = '{"creditBalance":7}';
      socket.write(`HTTP/1.1 200 X\r\nContent-Length: ${text.length}\r\n\r\n`);
      let sent = 0;
      const drip = setInterval(() => {
        socket.write(text[sent] ?? '');
        sent += 1;
        if (sent === text.length) clearInterval(drip);
      }, 10);
      socket.on('close', () => clearInterval(drip));
    });
    const { client } = makeTestClient(server.origin, { limits: { silenceMs: 150 } });
    expect(await client.call('getCreditBalance', BALANCE, never)).toEqual({
      ok: true,
      value: { creditBalance: 7 },
    });
  });

  test('abort rejects with its own reason and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const server = await startRawServer((socket) => {
      socket.on('close', () => closed.resolve());
      asked.resolve();
    });
    const { client } = makeTestClient(server.origin);
    const leaving = new AbortController();
    const call = client.call('getCreditBalance', BALANCE, leaving.signal);
    await asked.promise;
    const reason = new Error('the person closed the window');
    leaving.abort(reason);
    await expect(call).rejects.toBe(reason);
    await closed.promise;
    const late = client.call('getCreditBalance', BALANCE, leaving.signal);
    await expect(late).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });
});
