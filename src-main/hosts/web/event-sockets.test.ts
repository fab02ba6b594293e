import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { CLOSE_CODES } from '../../../src-shared/bridge/loopback.ts';
import type { BridgeEvent } from '../../../src-shared/bridge/events.ts';
import { HOUR_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { realClock } from '../../platform/real-ports.ts';
import { HEARTBEAT_MS, LONGEST_FRAME_BYTES, MOST_UNREAD_BYTES } from './event-sockets.ts';
import { closing, hostAtCore, listen, refusal } from './test-support/host-at-core.ts';

const HURRIED_MS = 50;
const CHANGED: BridgeEvent = { kind: 'folders-changed' };
type Lab = Awaited<ReturnType<typeof hostAtCore>>;

/** A socket that is open and has said nothing yet. */
async function opened({ socket }: Lab, options?: Parameters<Lab['socket']>[0]) {
  const line = socket(options);
  await once(line, 'open');
  return line;
}

const say = (line: WebSocket, message: unknown) => line.send(JSON.stringify(message));
const hello = async ({ session }: Lab) => ({ kind: 'hello', session: await session() });

/** A page that has sent its session; the snapshot is the first message it received. */
async function enter(lab: Lab, greeting?: { readonly kind: string }) {
  const line = await opened(lab);
  const heard = listen(line);
  say(line, greeting ?? (await hello(lab)));
  return { line, heard, snapshot: await heard.next() };
}

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
    const lab = await hostAtCore();
    const silent = await opened(lab);
    let reported = 0;
    silent.on('message', () => {
      reported += 1;
    });
    lab.engine.feed.tell(CHANGED);
    const closed = closing(silent);
    say(silent, { kind: 'hello', session: 'wrong' });
    expect([await closed, reported]).toEqual([CLOSE_CODES.unauthorised, 0]);
  });

  test('who does not greet, greets wrongly or twice, or sends what is no message is let go', async () => {
    const lab = await hostAtCore();
    const greeting = JSON.stringify(await hello(lab));
    for (const said of [
      ['{"kind":"resync"}'],
      ['"hello"'],
      ['{"kind":"hello","session":"s","more":1}'],
      ['{"kind":"please"}'],
      [greeting, greeting],
      [greeting, '{'],
      [greeting, Buffer.from(greeting)],
    ]) {
      const line = await opened(lab);
      const closed = closing(line);
      for (const message of said) line.send(message);
      expect(await closed, `after ${said.join()}`).toBe(CLOSE_CODES.misbehaved);
    }
  });

  test('who says nothing at all is let go after a while', async () => {
    const { socket } = await hostAtCore({ clock: hurried(() => true) });
    expect(await closing(socket())).toBe(CLOSE_CODES.misbehaved);
  });

  test('who listens on a session that has ended is let go', async () => {
    let awayMs = 0;
    const clock = {
      ...hurried((ms) => ms === HEARTBEAT_MS),
      monotonicMs: () => realClock.monotonicMs() + awayMs,
    };
    const lab = await hostAtCore({ clock });
    const { line } = await enter(lab);
    const closed = closing(line);
    await once(line, 'ping');
    await once(line, 'ping'); // it was used meanwhile
    awayMs = 31 * 24 * HOUR_MS;
    expect(await closed).toBe(CLOSE_CODES.unauthorised);
  });

  test('who asks for all of it after its session has ended is let go', async () => {
    let awayMs = 0;
    const lab = await hostAtCore({
      clock: { ...realClock, monotonicMs: () => realClock.monotonicMs() + awayMs },
    });
    const { line } = await enter(lab);
    const closed = closing(line);
    awayMs = 31 * 24 * HOUR_MS;
    say(line, { kind: 'resync' });
    expect(await closed).toBe(CLOSE_CODES.unauthorised);
  });

  test('who no longer answers is let go, whatever it said before', async () => {
    const lab = await hostAtCore({ clock: hurried((ms) => ms === HEARTBEAT_MS) });
    const greeting = await hello(lab);
    const deaf = lab.socket({ autoPong: false });
    const closed = closing(deaf);
    await once(deaf, 'open');
    say(deaf, greeting);
    expect(await closed).toBe(1006);
  });
});

describe('what is told', () => {
  test('several pages hear the same; one that comes back later goes on from a snapshot', async () => {
    const lab = await hostAtCore();
    const { engine } = lab;
    const granted = await hello(lab);
    engine.feed.tell(CHANGED);
    const one = await enter(lab, granted);
    expect(one.snapshot).toMatchObject({
      kind: 'snapshot',
      snapshot: { epoch: engine.epoch, sequence: engine.feed.sequence() },
      capabilities: { nativeDialogs: false, dragPaths: false },
    });
    const other = await enter(lab);
    engine.feed.tell(CHANGED);
    expect(await one.heard.next()).toEqual(await other.heard.next());
    one.line.close();
    await once(one.line, 'close');
    engine.feed.tell(CHANGED);
    expect(await other.heard.next()).toMatchObject({ sequence: engine.feed.sequence() });
    const back = await enter(lab, granted);
    expect(back.snapshot).toMatchObject({ snapshot: { sequence: engine.feed.sequence() } });
    engine.feed.tell(CHANGED);
    expect(await back.heard.next()).toEqual(await other.heard.next());
  });
});

describe('limits', () => {
  test('a frame of more than a mebibyte ends the connection', async () => {
    const line = await opened(await hostAtCore());
    const closed = closing(line);
    line.send('x'.repeat(LONGEST_FRAME_BYTES + 1));
    expect(await closed).toBe(1009);
  });

  test('a page that does not read is let go: nothing is kept for it without end', async () => {
    const lab = await hostAtCore();
    const { line } = await enter(lab);
    line.pause();
    const large: BridgeEvent = { kind: 'certificates-changed', fileIds: ['x'.repeat(1_000_000)] };
    const most = 10 * (MOST_UNREAD_BYTES / 1_000_000);
    for (let sent = 0; sent < most; sent += 1) {
      lab.engine.feed.tell(large);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const closed = closing(line);
    line.resume();
    expect(await closed).toBe(1006);
  });

  test('more pages than anybody has open are refused; sockets that say nothing count for none', async () => {
    const lab = await hostAtCore();
    const silent = Array.from({ length: 100 }, () => lab.socket());
    await Promise.all(silent.map((line) => once(line, 'open')));
    const greeting = await hello(lab);
    await Promise.all(Array.from({ length: 64 }, () => enter(lab, greeting)));
    expect(await refusal(lab.socket())).toBe(503);
  });

  test('the end of the host is told to every page, and nobody delays it', async () => {
    const lab = await hostAtCore({ clock: hurried((ms) => ms === SECOND_MS) });
    const reading = await opened(lab);
    say(reading, await hello(lab));
    (await opened(lab)).pause();
    const closed = closing(reading);
    await lab.host.close();
    expect(await closed).toBe(CLOSE_CODES.closing);
    await expect(fetch(lab.host.origin)).rejects.toThrow('fetch failed');
  });
});

/** Waits of this length are short. */
function hurried(isHurried: (ms: number) => boolean): Clock {
  return {
    ...realClock,
    sleep: (ms, signal) => realClock.sleep(isHurried(ms) ? HURRIED_MS : ms, signal),
  };
}
