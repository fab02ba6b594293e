import { expect, onTestFinished, test, vi } from 'vitest';
import { KEY_PATH, SESSION_HEADER } from '../../src-shared/bridge/loopback.ts';
import { askTabsForKey, handKeysToTabs, type KeyChannel } from './handed-keys.ts';
import { keyIn, otherAddressIn } from './launch-key.ts';

const KEY = 'Zk3_x-9aQwErTyUiOp123456';

/** Channels of one origin: each hears the others, later and as a copy. */
function origin() {
  const open = new Map<KeyChannel, Set<(event: MessageEvent) => void>>();
  const said: unknown[] = [];
  const channel = (): KeyChannel => {
    const listeners = new Set<(event: MessageEvent) => void>();
    const own = {
      postMessage: (message: unknown) => {
        said.push(message);
        for (const [other, heard] of open) {
          if (other === own) continue;
          const data: unknown = structuredClone(message);
          queueMicrotask(() => {
            for (const listener of heard) listener(new MessageEvent('message', { data }));
          });
        }
      },
      addEventListener: (_kind: string, listener: never) => void listeners.add(listener),
      removeEventListener: (_kind: string, listener: never) => void listeners.delete(listener),
      close: () => void open.delete(own),
    } as KeyChannel;
    open.set(own, listeners);
    return own;
  };
  return { channel, said, open };
}

/** A host that gives a key to whoever has this session. */
function host(session: string) {
  const asked: string[] = [];
  const send = (async (address: string, request: RequestInit) => {
    asked.push(address);
    const isKnown = new Headers(request.headers).get(SESSION_HEADER) === session;
    return isKnown ? Response.json({ key: KEY }) : new Response(null, { status: 401 });
  }) as typeof fetch;
  return { asked, send };
}

function tabs() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

test('a new tab gets a key from one that is connected, and the session itself is never said', async () => {
  tabs();
  const { channel, said, open } = origin();
  const { asked, send } = host('S');
  const stop = handKeysToTabs(channel(), () => 'S', send);
  expect(await askTabsForKey(channel(), 'new')).toBe(KEY);
  expect(asked).toEqual([KEY_PATH]);
  expect(said).toEqual([{ wantedBy: 'new' }, { handedTo: 'new', key: KEY }]);
  expect(JSON.stringify(said)).not.toContain('"S"');
  expect(open.size).toBe(1);
  stop();
  expect(open.size).toBe(0);
});

test('a key for one tab is not taken by another', async () => {
  tabs();
  const { channel } = origin();
  const other = askTabsForKey(channel(), 'other');
  channel().postMessage({ handedTo: 'new', key: KEY });
  channel().postMessage({ handedTo: 'other', key: 7 });
  channel().postMessage('nonsense');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await other).toBeNull();
});

test('where no tab is connected the new one is told within a second', async () => {
  tabs();
  const { channel, open } = origin();
  handKeysToTabs(channel(), () => 'S', host('another session').send);
  handKeysToTabs(
    channel(),
    () => 'S',
    () => Promise.reject(new TypeError('away')),
  );
  const waiting = askTabsForKey(channel(), 'new');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBeNull();
  expect(open.size).toBe(2);
});

test('a tab whose host has not proved itself asks it for nothing', async () => {
  tabs();
  const { channel } = origin();
  const { asked, send } = host('S');
  handKeysToTabs(channel(), () => null, send);
  const waiting = askTabsForKey(channel(), 'new');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await waiting, asked]).toEqual([null, []]);
});

test('a key is found in an address, or alone, and nowhere else', () => {
  expect(keyIn(` http://127.0.0.1:4000/#${KEY}\n`)).toBe(KEY);
  expect(keyIn(KEY)).toBe(KEY);
  for (const none of ['', 'short', 'http://127.0.0.1:4000/', 'http://127.0.0.1:4000/#/files']) {
    expect(keyIn(none)).toBeNull();
  }
});

test('an address of another port opens there; its key is not said here', () => {
  const here = 'http://127.0.0.1:4000';
  const other = `http://127.0.0.1:4001/#${KEY}`;
  expect(otherAddressIn(` ${other}\n`, here)).toBe(other);
  for (const none of [`${here}/#${KEY}`, KEY, 'http://127.0.0.1:4001/', `http://evil/#${KEY}`]) {
    expect(otherAddressIn(none, here)).toBeNull();
  }
});
