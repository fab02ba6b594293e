import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventMessage, snapshotMessage, statusView } from '../test-support/builders.ts';
import { FakeSocket } from '../test-support/fake-socket.ts';
import type { PageEvent } from '../bridge/bridge.ts';
import {
  type LoopbackBridge,
  makeLoopbackBridge,
  reconnectWaitMs,
} from '../bridge/loopback-bridge.ts';
import { keepStatusFresh, makeCoreStore } from './core-store.ts';

const PORT = 4000;
let sockets: FakeSocket[];
let requests: { address: string; init: RequestInit }[];
let answer: () => Promise<Response>;
let bridge: LoopbackBridge;
let kept: string[];
let events: PageEvent[];
const ever = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  requests = [];
  events = [];
  kept = [];
  answer = () => Promise.resolve(Response.json({ ok: true, value: statusView() }));
  bridge = makeLoopbackBridge({
    session: 'S',
    port: PORT,
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    send: (address, init = {}) => {
      requests.push({ address: address as string, init });
      return answer();
    },
    keepSession: (session) => void kept.push(session),
  });
  bridge.subscribe((event) => events.push(event));
  bridge.open();
});

afterEach(() => {
  bridge.close();
  vi.useRealTimers();
});

const newest = () => sockets.at(-1) ?? new FakeSocket();
const kinds = () => events.map(({ kind }) => kind);
const connect = (sequence = 0, session = 'S') => {
  newest().acceptAs(session, PORT);
  newest().say(snapshotMessage(sequence));
};

describe('the connection', () => {
  test('the session is in the first message and in no address', () => {
    connect();
    expect(sockets[0]?.sent.at(-1)).toEqual({ kind: 'hello', session: 'S' });
    expect(events[0]).toEqual({ kind: 'link-changed', link: 'open' });
  });

  test('a lost host is looked for again, with growing waits, and what was read stays', () => {
    const { store } = makeCoreStore(bridge);
    connect();
    newest().close(1006);
    expect(events.at(-1)).toEqual({ kind: 'link-changed', link: 'lost' });
    expect(store.getState()).toMatchObject({ link: 'lost', status: statusView() });
    vi.advanceTimersByTime(reconnectWaitMs(0) - 1);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    sockets[0]?.say(snapshotMessage(5)); // given up on, so not listened to
    expect(kinds().filter((kind) => kind === 'snapshot')).toHaveLength(1);
    newest().close(1006);
    vi.advanceTimersByTime(reconnectWaitMs(1));
    expect(sockets).toHaveLength(3);
    expect(reconnectWaitMs(1)).toBeGreaterThan(reconnectWaitMs(0));
    expect(reconnectWaitMs(50)).toBe(2_000);
    connect(9);
    expect(events.at(-1)?.kind).toBe('snapshot');
  });

  test.each([
    ['begins without it', () => newest().say(snapshotMessage(0))],
    ['keeps the line in silence', () => vi.advanceTimersByTime(10_000)],
    ['guesses', () => newest().say({ proof: '0'.repeat(64) })],
    ['says no JSON', () => newest().say('hello')],
    ['asks a Labseal elsewhere', () => newest().acceptAs('S', PORT + 1)],
  ])('a listener that %s gets no session, and Labseal is found when it is back', (_what, play) => {
    newest().accept();
    play();
    expect(sockets[0]?.isClosed).toBe(true);
    const said = sockets.flatMap(({ sent }) => sent) as { readonly kind: string }[];
    expect(new Set(said.map(({ kind }) => kind))).toEqual(new Set(['prove']));
    expect(JSON.stringify(said)).not.toContain('"S"');
    expect([bridge.provenSession(), events.at(-1)]).toEqual([
      null,
      { kind: 'link-changed', link: 'lost' },
    ]);
    vi.advanceTimersByTime(reconnectWaitMs(0));
    connect();
    expect([bridge.provenSession(), kinds().at(-1)]).toEqual(['S', 'snapshot']);
  });

  test('each connection asks anew: what was once a proof is none again', () => {
    connect();
    newest().close(1006);
    vi.advanceTimersByTime(reconnectWaitMs(0));
    const nonces = sockets.map((socket) => {
      if (socket.sent.length === 0) socket.accept();
      return Object(socket.sent[0]).nonce as string;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  test('a session that is not valid is not tried again', async () => {
    newest().accept();
    newest().close(4401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events.at(-1)).toEqual({ kind: 'link-changed', link: 'refused' });
    expect(sockets).toHaveLength(1);
  });

  test('a gap asks for a snapshot, and its events are not told', () => {
    connect(1);
    newest().say(eventMessage(2));
    newest().say(eventMessage(4));
    newest().say('no message');
    expect(newest().sent.at(-1)).toEqual({ kind: 'resync' });
    expect(kinds()).toEqual(['link-changed', 'snapshot', 'folders-changed']);
  });
});

describe('calls', () => {
  test('nothing is asked while there is no connection', async () => {
    const result = await bridge.call('session.signOut', {}, ever);
    expect(result).toEqual({ ok: false, fault: { kind: 'not-asked' } });
    expect(requests).toEqual([]);
  });

  test('a call is one request, with the session in its header', async () => {
    connect();
    const result = await bridge.call('status.read', {}, ever);
    expect(result.ok).toBe(true);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.address).toBe('/api/call/status.read');
    expect(new Headers(requests[0]?.init.headers).get('x-labseal-session')).toBe('S');
  });

  test.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['half an answer', () => Promise.resolve(new Response('{"ok":tr'))],
  ])('%s is not asked for again: it may have been done', async (_what, fake) => {
    connect();
    answer = fake;
    const result = await bridge.call('session.signOut', {}, ever);
    expect(result).toEqual({ ok: false, fault: { kind: 'host-lost' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(1);
  });

  test('a refused session ends the page’s connection', async () => {
    connect();
    answer = () => Promise.resolve(new Response(null, { status: 401 }));
    const reading = bridge.call('status.read', {}, ever);
    await vi.advanceTimersByTimeAsync(0);
    expect(newest().sent.at(-1)).toEqual({ kind: 'resync' });
    newest().say(snapshotMessage(1));
    expect(await reading).toMatchObject({ fault: { kind: 'not-asked' } });
    expect(events.at(-1)).toEqual({ kind: 'link-changed', link: 'refused' });
  });

  test('giving up rejects with its reason', async () => {
    connect();
    const giveUp = new AbortController();
    answer = () => {
      giveUp.abort(new Error('gone'));
      return Promise.reject(new TypeError('aborted'));
    };
    await expect(bridge.call('status.read', {}, giveUp.signal)).rejects.toThrow('gone');
  });
});

test('counts are asked for once a second at most, however much changes', async () => {
  connect();
  const { store } = makeCoreStore(bridge);
  const stop = keepStatusFresh(bridge, store);
  for (let sequence = 1; sequence <= 20; sequence += 1) newest().say(eventMessage(sequence));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toHaveLength(1);
  expect(store.getState().status).toEqual(statusView());
  newest().say(eventMessage(21));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toHaveLength(2);
  // Waiting changes and their results are part of the same answer.
  newest().say(eventMessage(22, { kind: 'outbox-changed' }));
  await vi.advanceTimersByTimeAsync(1_000);
  const fault = { kind: 'throttled', retryAfterMs: null } as const;
  newest().say(eventMessage(23, { kind: 'waiting', fault, untilMs: 1 }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toHaveLength(4);
  stop();
  newest().say(eventMessage(24));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests).toHaveLength(4);
});

const sessionOf = (request = requests.at(-1)) =>
  new Headers(request?.init.headers).get('x-labseal-session');

describe('signing out, wherever it was, gives the page another session', () => {
  test('it is kept, and the next call and the next socket use it', async () => {
    connect();
    newest().say({ kind: 'renewed', session: 'T' });
    await bridge.call('status.read', {}, ever);
    expect([kept, sessionOf()]).toEqual([['T'], 'T']);
    newest().close(1006);
    await vi.advanceTimersByTimeAsync(reconnectWaitMs(0));
    connect(0, 'T');
    expect(newest().sent.at(-1)).toEqual({ kind: 'hello', session: 'T' });
    expect(kinds()).not.toContain('refused');
  });

  test('a call that was refused by then waits for it, and is asked with it', async () => {
    connect();
    answer = () =>
      Promise.resolve(
        sessionOf() === 'S'
          ? new Response(null, { status: 401 })
          : Response.json({ ok: true, value: statusView() }),
      );
    const reading = bridge.call('status.read', {}, ever);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(1);
    newest().say({ kind: 'renewed', session: 'T' });
    newest().say(snapshotMessage(1));
    expect(await reading).toMatchObject({ ok: true });
    expect([requests.length, sessionOf()]).toEqual([2, 'T']);
  });

  test.each([
    ['says nothing', () => undefined],
    ['is lost meanwhile', () => newest().close(1006)],
  ])('a page whose host refuses it and %s ends', async (_what, happens) => {
    connect();
    answer = () => Promise.resolve(new Response(null, { status: 401 }));
    const reading = bridge.call('status.read', {}, ever);
    await vi.advanceTimersByTimeAsync(0);
    happens();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await reading).toMatchObject({ ok: false });
    expect(events.at(-1)).toEqual({ kind: 'link-changed', link: 'refused' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });

  test('a page that gets none ends', async () => {
    connect();
    answer = () => Promise.resolve(new Response(null, { status: 401 }));
    const reading = bridge.call('status.read', {}, ever);
    await vi.advanceTimersByTimeAsync(0);
    newest().close(4401);
    expect(await reading).toMatchObject({ ok: false });
    expect(events.at(-1)).toEqual({ kind: 'link-changed', link: 'refused' });
  });
});

describe('bytes of a certificate', () => {
  test('they come from the address of the host, with the session in a header', async () => {
    connect();
    answer = () => Promise.resolve(new Response(new Uint8Array([1, 2])));
    expect(await bridge.bytes('pdf', 'a/b', ever)).toEqual({
      ok: true,
      value: new Uint8Array([1, 2]),
    });
    expect(requests).toEqual([
      {
        address: '/api/certificate/pdf/a%2Fb',
        init: { headers: { 'x-labseal-session': 'S' }, signal: ever },
      },
    ]);
  });

  test('one that is not saved, and a host that is gone, are told as such', async () => {
    expect(await bridge.bytes('pdf', '1', ever)).toMatchObject({ fault: { kind: 'not-asked' } });
    connect();
    answer = () => Promise.resolve(new Response(null, { status: 404 }));
    expect(await bridge.bytes('json', '1', ever)).toMatchObject({
      fault: { kind: 'unknown-file', asked: '1' },
    });
    answer = () => Promise.resolve(new Response(null, { status: 500 }));
    expect(await bridge.bytes('pdf', '1', ever)).toMatchObject({ fault: { kind: 'host-lost' } });
    answer = () => Promise.reject(new TypeError('no'));
    expect(await bridge.bytes('pdf', '1', ever)).toMatchObject({ fault: { kind: 'host-lost' } });
  });
});
