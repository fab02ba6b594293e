import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { CLOSE_CODES } from '../../src-shared/bridge/loopback.ts';
import type { BridgeEvent } from '../../src-shared/bridge/events.ts';
import type { Clock } from '../ports/clock.ts';
import { realClock } from '../core/real-ports.ts';
import { HEARTBEAT_MS, LONGEST_FRAME_BYTES, MOST_UNREAD_BYTES } from './event-sockets.ts';
import { closing, hostAtCore, listen, refusal } from './test-support/host-at-core.ts';

const HURRIED_MS = 50;
const CHANGED: BridgeEvent = { kind: 'folders-changed' };

describe('who may listen', () => {
  test('an upgrade without our origin, or to another address, is refused', async () => {
    const { host, socket } = await hostAtCore();
    const headers = [
      {},
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://127.0.0.1:${host.port + 1}` },
      { origin: host.origin, 'sec-fetch-site': 'cross-site' },
      { origin: host.origin, host: 'evil.example' },
    ];
    for (const each of headers) {
      expect(
        await refusal(socket({ origin: undefined, headers: each })),
        `as ${JSON.stringify(each)}`,
      ).toBe(403);
    }
    expect(await refusal(socket())).toBeNull();
  });

  test('nothing is told before a session was shown', async () => {
    const { engine, socket } = await hostAtCore();
    const silent = socket();
    let told = 0;
    silent.on('message', () => {
      told += 1;
    });
    await once(silent, 'open');
    engine.feed.tell(CHANGED);
    const closed = closing(silent);
    silent.send(JSON.stringify({ kind: 'hello', session: 'wrong' }));
    expect([await closed, told]).toEqual([CLOSE_CODES.unauthorised, 0]);
  });

  test.for([
    ['a wish before the greeting', [{ kind: 'resync' }]],
    ['no object', ['hello']],
    ['another key beside it', [{ kind: 'hello', session: 's', more: 1 }]],
    ['no message of ours', [{ kind: 'please' }]],
  ])('%s ends the connection', async ([, messages]) => {
    const { socket } = await hostAtCore();
    const line = socket();
    await once(line, 'open');
    const closed = closing(line);
    for (const message of messages ?? []) line.send(JSON.stringify(message));
    expect(await closed).toBe(CLOSE_CODES.misbehaved);
  });

  test('who greets twice, sends no JSON or sends bytes is let go', async () => {
    const { session, socket } = await hostAtCore();
    const hello = JSON.stringify({ kind: 'hello', session: await session() });
    for (const last of [hello, '{', Buffer.from(hello)]) {
      const line = socket();
      await once(line, 'open');
      const closed = closing(line);
      line.send(hello);
      line.send(last);
      expect(await closed).toBe(CLOSE_CODES.misbehaved);
    }
  });

  test('who says nothing at all is let go after a while', async () => {
    const { socket } = await hostAtCore({ clock: hurried(() => true) });
    expect(await closing(socket())).toBe(CLOSE_CODES.misbehaved);
  });

  test('who no longer answers is let go, whatever it said before', async () => {
    const clock = hurried((ms) => ms === HEARTBEAT_MS);
    const { session, socket } = await hostAtCore({ clock });
    const hello = JSON.stringify({ kind: 'hello', session: await session() });
    const deaf = socket({ autoPong: false });
    const closed = closing(deaf);
    await once(deaf, 'open');
    deaf.send(hello);
    expect(await closed).toBe(1006);
  });
});

describe('what is told', () => {
  test('a snapshot, then every event after it; a gap is healed by another snapshot', async () => {
    const { engine, session, socket } = await hostAtCore();
    engine.feed.tell(CHANGED);
    const line = socket();
    const heard = listen(line);
    await once(line, 'open');
    line.send(JSON.stringify({ kind: 'hello', session: await session() }));
    const first = await heard.next();
    const sequence = engine.feed.sequence();
    expect(sequence).toBeGreaterThan(0);
    expect(first).toMatchObject({
      kind: 'snapshot',
      snapshot: { epoch: engine.epoch, sequence, status: { engine: { state: 'idle' } } },
      capabilities: { nativeDialogs: false, dragPaths: false },
    });
    engine.feed.tell(CHANGED);
    engine.feed.tell({ kind: 'outbox-changed' });
    expect(await heard.next()).toEqual({ kind: 'event', sequence: sequence + 1, event: CHANGED });
    expect(await heard.next()).toMatchObject({
      sequence: sequence + 2,
      event: { kind: 'outbox-changed' },
    });
    line.send(JSON.stringify({ kind: 'resync' }));
    expect(await heard.next()).toMatchObject({ snapshot: { sequence: sequence + 2 } });
    engine.feed.tell(CHANGED);
    expect(await heard.next()).toMatchObject({ sequence: sequence + 3 });
  });

  test('several pages hear the same; one that comes back later goes on from a snapshot', async () => {
    const { engine, session, socket } = await hostAtCore();
    const enter = async (granted: string) => {
      const line = socket();
      const heard = listen(line);
      await once(line, 'open');
      line.send(JSON.stringify({ kind: 'hello', session: granted }));
      return { line, heard, snapshot: await heard.next() };
    };
    const granted = await session();
    const one = await enter(granted);
    const other = await enter(await session());
    engine.feed.tell(CHANGED);
    expect(await one.heard.next()).toEqual(await other.heard.next());
    one.line.close();
    await once(one.line, 'close');
    engine.feed.tell(CHANGED);
    expect(await other.heard.next()).toMatchObject({ sequence: engine.feed.sequence() });
    const back = await enter(granted);
    expect(back.snapshot).toMatchObject({ snapshot: { sequence: engine.feed.sequence() } });
    engine.feed.tell(CHANGED);
    expect(await back.heard.next()).toEqual(await other.heard.next());
  });
});

describe('limits', () => {
  test('a frame of more than a mebibyte ends the connection', async () => {
    const { socket } = await hostAtCore();
    const line = socket();
    await once(line, 'open');
    const closed = closing(line);
    line.send('x'.repeat(LONGEST_FRAME_BYTES + 1));
    expect(await closed).toBe(1009);
  });

  test('a page that does not read is let go: nothing is kept for it without end', async () => {
    const { engine, session, socket } = await hostAtCore();
    const line = socket();
    const heard = listen(line);
    await once(line, 'open');
    line.send(JSON.stringify({ kind: 'hello', session: await session() }));
    await heard.next();
    line.pause();
    const large: BridgeEvent = { kind: 'certificates-changed', fileIds: ['x'.repeat(1_000_000)] };
    const most = 10 * (MOST_UNREAD_BYTES / 1_000_000);
    for (let sent = 0; sent < most; sent += 1) {
      engine.feed.tell(large);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const closed = closing(line);
    line.resume();
    expect(await closed).toBe(1006);
  });

  test('more pages than anybody has open are refused', async () => {
    const { socket } = await hostAtCore();
    const lines = Array.from({ length: 64 }, () => socket());
    await Promise.all(lines.map((line) => once(line, 'open')));
    expect(await refusal(socket())).toBe(503);
  });

  test('the end of the host is told to every page, and nobody delays it', async () => {
    const { host, session, socket } = await hostAtCore();
    const reading = socket();
    await once(reading, 'open');
    reading.send(JSON.stringify({ kind: 'hello', session: await session() }));
    const deaf = socket();
    await once(deaf, 'open');
    deaf.pause();
    const closed = closing(reading);
    await host.close();
    expect(await closed).toBe(CLOSE_CODES.closing);
    await expect(fetch(host.origin)).rejects.toThrow('fetch failed');
  });
});

/** Waits of this length are short. */
function hurried(isHurried: (ms: number) => boolean): Clock {
  return {
    ...realClock,
    sleep: (ms, signal) => realClock.sleep(isHurried(ms) ? HURRIED_MS : ms, signal),
  };
}
