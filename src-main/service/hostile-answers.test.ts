import type * as net from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import {
  gzipBomb,
  httpAnswer,
  startRawServer,
  startSameAnswer,
} from './test-support/raw-server.ts';
import { QUESTIONS, type Question } from './test-support/questions.ts';
import { makeTestClient } from './test-support/test-client.ts';

const never = new AbortController().signal;
const BALANCE = { path: { userId: 'u1' } };
const INVITE = { path: { projectId: 'p1', userId: 'u2' } };
const HTML = '<!doctype html><title>Guest network</title>';
const LONG_HEADER = { 'X-Long': 'x'.repeat(40_000) };
const TWO_LENGTHS = 'HTTP/1.1 200 X\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}';
const CUT = 'HTTP/1.1 200 X\r\nContent-Length: 500\r\n\r\n{"creditBalance"';
const PAGE = httpAnswer(200, HTML, { 'Content-Type': 'text/html' });
const GZIP = { 'Content-Encoding': 'gzip' };
const REDIRECT = httpAnswer(302, '', { Location: 'http://127.0.0.1:1/' });
const UNREADABLE = { kind: 'not-the-service', what: 'unreadable' };
const NOT_HTTP = { kind: 'unavailable', why: 'not-http' };
const BROKEN = { kind: 'unavailable', why: 'broken-connection' };

const invite = (origin: string) =>
  makeTestClient(origin).client.call('inviteMember', INVITE, never);

type Hostile = readonly [what: string, answer: string | Uint8Array, fault: object];

/** For a read of JSON as for one of bytes. */
const FOR_EVERY_QUESTION: readonly Hostile[] = [
  ['a portal page', PAGE, { kind: 'not-the-service', what: 'html' }],
  ['no HTTP at all', 'garbage\r\n\r\n', NOT_HTTP],
  ['a 40 kB header', httpAnswer(200, '{}', LONG_HEADER), NOT_HTTP],
  ['two lengths', TWO_LENGTHS, NOT_HTTP],
  ['an end in the middle', CUT, BROKEN],
  ['an end before anything', '', BROKEN],
];

describe('hostile answers', () => {
  test.each<Hostile>([
    ...FOR_EVERY_QUESTION,
    ['a gzip bomb', httpAnswer(200, gzipBomb(12), GZIP), { what: 'unreadable' }],
    ['gzip that is none', httpAnswer(200, '{"creditBalance":1}', GZIP), { what: 'unreadable' }],
    ['latin-1', httpAnswer(200, Buffer.from('{"x":"\xE9"}', 'latin1')), { what: 'unreadable' }],
    ['deep nesting', httpAnswer(200, '['.repeat(100_000)), { what: 'unreadable' }],
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

  test.each<Hostile>([
    ...FOR_EVERY_QUESTION,
    ['a gzip bomb', httpAnswer(200, gzipBomb(21), GZIP), UNREADABLE],
    ['gzip that is none', httpAnswer(200, '{}', GZIP), UNREADABLE],
    ['an unknown compression', httpAnswer(200, '{}', { 'Content-Encoding': 'own' }), UNREADABLE],
    ['a redirect', REDIRECT, { kind: 'not-the-service', what: 'redirect' }],
  ])('%s: a fault for a question for bytes, which is asked once', async (_what, bytes, fault) => {
    const server = await startSameAnswer(bytes);
    const { client } = makeTestClient(server.origin);
    const path = { projectId: 'p1', fileId: 'f1' };
    const got = await client.document('getPublicMetadata', path, never);
    expect(got).toMatchObject({ ok: false, fault });
    expect(server.requests).toHaveLength(1);
  });

  describe.each(QUESTIONS)('%s', (_what, question) => {
    test.each([
      ['HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n', NOT_HTTP],
      ['HTTP/1.1 101 X\r\nUpgrade: other\r\n\r\nbytes of another protocol', UNREADABLE],
      ['HTTP/1.1 101 X\r\n\r\n', UNREADABLE],
    ])('a change of protocol that nobody asked for ends at once: %j', async (text, fault) => {
      const server = await startRawServer((socket) => socket.write(text)); // and stays open
      const { client } = makeTestClient(server.origin);
      expect(await question(client, never)).toMatchObject({ ok: false, fault });
      expect(server.requests).toHaveLength(1);
    });
  });

  test.each([
    ['gzip', gzipSync('{"FileHash":"aa"}')],
    ['deflate', deflateSync('{"FileHash":"aa"}')],
    ['br', brotliCompressSync('{"FileHash":"aa"}')],
  ])('bytes in %s are read, though plain ones were asked for', async (encoding, packed) => {
    const answer = httpAnswer(200, packed, { 'Content-Encoding': encoding });
    const { client } = makeTestClient((await startSameAnswer(answer)).origin);
    const path = { projectId: 'p1', fileId: 'f1' };
    const got = await client.document('getPublicMetadata', path, never);
    expect(got.ok && Buffer.from(got.value).toString()).toBe('{"FileHash":"aa"}');
  });

  test.each(QUESTIONS)('%s: 100 MB are cut off at the cap', async (_what, question) => {
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
    expect(await question(client, never)).toEqual({ ok: false, fault: UNREADABLE });
    expect(offeredBytes).toBeLessThan(50_000_000);
  });

  test('`__proto__` and a byte order mark do no harm', async () => {
    const body = '\uFEFF{"__proto__":{"polluted":1},"creditBalance":"12"}';
    const { client } = makeTestClient((await startSameAnswer(httpAnswer(200, body))).origin);
    const balance = await client.call('getCreditBalance', BALANCE, never);
    expect(balance).toEqual({ ok: true, value: { creditBalance: 12 } });
    expect('polluted' in {}).toBe(false);
  });

  test('a reset after the request is unknown where it had an effect; a closed port has not acted', async () => {
    const server = await startRawServer((socket) => socket.resetAndDestroy());
    const fault = { kind: 'unknown-outcome', why: 'broken-connection' };
    expect(await invite(server.origin)).toEqual({ ok: false, fault });
    expect(server.requests).toHaveLength(1);
    const unsent = { ...BROKEN, why: 'no-connection', status: null, retryAfterMs: null };
    expect(await invite('http://127.0.0.1:1')).toEqual({
      ok: false,
      fault: { ...unsent, address: 'http://127.0.0.1:1' },
    });
  });
});

/** A server that says nothing by itself, asked by a client whose time the test plays. */
async function asked(question: Question) {
  const clock = makeFakeClock();
  const listening = Promise.withResolvers<net.Socket>();
  const server = await startRawServer((socket) => listening.resolve(socket));
  let looks = 0;
  const monotonicMs = () => {
    looks += 1;
    return clock.monotonicMs();
  };
  const limits = { connectMs: 5_000, silenceMs: 150, wholeMs: 1_000, questionMs: 600 };
  const { client } = makeTestClient(server.origin, { limits, clock: { ...clock, monotonicMs } });
  const answer = question(client, never);
  const socket = await listening.promise;
  /** Writes to the client, which looks at the clock when it has read that. */
  const write = async (text: string) => {
    const before = looks;
    socket.write(text);
    await expect.poll(() => looks, { message: 'looks at the clock' }).toBeGreaterThan(before);
  };
  return { clock, answer, write };
}

const inviteMember: Question = (client, signal) => client.call('inviteMember', INVITE, signal);

describe('time', () => {
  const TIMED_OUT = { kind: 'unavailable', why: 'timed-out' };
  const UNKNOWN = { kind: 'unknown-outcome', why: 'timed-out' };

  test.each<readonly [string, Question, object]>([
    ...QUESTIONS.map(([what, question]) => [what, question, TIMED_OUT] as const),
    ['an invitation', inviteMember, UNKNOWN],
  ])('silence after the request ends %s', async (_what, question, fault) => {
    const { clock, answer } = await asked(question);
    await clock.advance(150);
    expect(await answer).toMatchObject({ ok: false, fault });
  });

  test.each(QUESTIONS)('%s: slow but moving is left alone', async (_what, question) => {
    const { clock, answer, write } = await asked(question);
    await write('HTTP/1.1 200 X\r\nContent-Length: 31\r\n\r\n');
    for (const part of ['{"credit', 'Balance"', ':7,"token"', ':"7"}']) {
      await clock.advance(100);
      await write(part);
    }
    expect(await answer).toEqual({ ok: true, value: { creditBalance: 7 } });
  });

  const LATE = { ...TIMED_OUT, address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) };

  test.each<readonly [string, number, Question, object]>([
    ...QUESTIONS.map(([what, question]) => {
      return [what, what === 'bytes' ? 1_000 : 600, question, LATE] as const;
    }),
    ['an invitation', 1_000, inviteMember, UNKNOWN],
  ])(
    '%s: an answer that drips for ever is ended after %d ms',
    async (_what, ms, question, fault) => {
      const { clock, answer, write } = await asked(question);
      await write('HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n');
      for (let atMs = 100; atMs < ms; atMs += 100) {
        await clock.advance(100);
        await write(' ');
      }
      await clock.advance(100);
      expect(await answer).toMatchObject({ ok: false, fault });
    },
  );

  test.each(QUESTIONS)(
    '%s: abort rejects with its own reason and closes the connection',
    async (_what, question) => {
      const closed = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      const server = await startRawServer((socket) => {
        socket.on('close', () => closed.resolve());
        arrived.resolve();
      });
      const { client } = makeTestClient(server.origin);
      const leaving = new AbortController();
      const call = question(client, leaving.signal);
      await arrived.promise;
      const reason = new Error('the person closed the window');
      leaving.abort(reason);
      await expect(call).rejects.toBe(reason);
      await closed.promise;
      const late = question(client, leaving.signal);
      await expect(late).rejects.toBe(reason);
      expect(server.requests).toHaveLength(1);
    },
  );
});
