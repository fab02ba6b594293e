import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { DESKTOP_CHANNELS, DESKTOP_API } from '../../../src-shared/bridge/desktop.ts';
import { ok } from '../../../src-shared/model/result.ts';
import type { Engine } from '../../app/engine.ts';
import { playDesktop } from './test-support/fake-desktop.ts';
import { fakeFrame } from './test-support/fake-ipc.ts';

const NOBODY = { ok: false, fault: { kind: 'unknown-call', name: '' } };

/** A fake engine with calls and events; subscriptions are counted. */
async function desktop() {
  const asked: unknown[] = [];
  const hearers = new Set<(event: never) => void>();
  const engine = {
    snapshot: () => ({ epoch: 'e', sequence: 0 }),
    feed: {
      subscribe: (hear: (event: never) => void) => {
        hearers.add(hear);
        return () => hearers.delete(hear);
      },
    },
  } as unknown as Pick<Engine, 'feed' | 'snapshot'>;
  const fake = await playDesktop({
    engine: engine as Engine,
    serve: async (name, input) => ok(asked.push([name, input])),
    lose: () => false,
    keepError: () => 'kept',
  });
  return { ...fake, asked, hearers };
}

const of = (origin: string) => fakeFrame({ url: `${origin}/`, origin });

describe('who may speak', () => {
  const forged = {
    'another page': of('https://evil.example'),
    'a page that begins like ours': of('app://labseal.evil'),
    'another host of our scheme': of('app://evil'),
    'our address, another origin': fakeFrame({ origin: 'null' }),
    'our origin, another address': fakeFrame({ url: 'file:///app://labseal/' }),
    'a frame in our page': fakeFrame({ parent: {} }),
    'about:blank': fakeFrame({ url: 'about:blank', origin: 'app://labseal' }),
    'no address': fakeFrame({ url: '' }),
    'no origin': fakeFrame({ origin: '' }),
    'a frame on its way out': fakeFrame({ detached: true }),
    'a frame that is gone': fakeFrame({ isDestroyed: () => true }),
    'no frame': null,
  };

  test('nobody else, on any channel; nor other contents with our address', async () => {
    const { ipc, asked, hearers } = await desktop();
    expect(ipc.channels().toSorted()).toEqual(
      [DESKTOP_CHANNELS.call, DESKTOP_CHANNELS.cancel, DESKTOP_CHANNELS.greet].toSorted(),
    );
    const senders = Object.entries(forged).map(([who, senderFrame]) => ({
      who,
      id: 1,
      senderFrame,
    }));
    senders.push({ who: 'other contents', id: 2, senderFrame: fakeFrame() });
    for (const { who, id, senderFrame } of senders) {
      const intruder = ipc.renderer({ sender: { id }, senderFrame });
      const answer = await intruder.invoke(DESKTOP_CHANNELS.call, 1, 'session.signOut', {});
      for (const channel of ipc.channels()) intruder.send(channel, 1);
      await Promise.resolve();
      expect([who, answer, asked, hearers.size]).toEqual([who, NOBODY, [], 0]);
    }
  });

  test('our own page, with the number of a call', async () => {
    const { ipc, asked } = await desktop();
    const own = ipc.renderer({ sender: { id: 1 }, senderFrame: fakeFrame() });
    for (const number of [0, -1, 1.5, Number.NaN, '1', null, 2 ** 60]) {
      const answer = await own.invoke(DESKTOP_CHANNELS.call, number, 'status.read', {});
      expect(answer).toEqual({ ok: false, fault: { kind: 'bad-input', at: [] } });
      own.send(DESKTOP_CHANNELS.cancel, number);
    }
    expect(asked).toEqual([]);
    expect(await own.invoke(DESKTOP_CHANNELS.call, 1, 'status.read', {})).toEqual(ok(1));
  });

  test('the calls of a page that is gone are given up, and it hears nothing more', async () => {
    const { ipc, ipcServer, hearers, page } = await desktop();
    const own = ipc.renderer({ sender: { id: 1 }, senderFrame: fakeFrame() });
    own.send(DESKTOP_CHANNELS.greet);
    await expect.poll(() => hearers.size).toBe(1);
    ipcServer.forgetPage();
    expect(hearers.size).toBe(0);
    page.isGone = true;
    own.send(DESKTOP_CHANNELS.greet);
    await expect.poll(() => hearers.size).toBe(1); // and nothing was thrown on the way
  });
});

describe('what the page is given', () => {
  test('five named functions, and nothing of Electron', async () => {
    const { exposed } = await desktop();
    expect(Object.keys(exposed)).toEqual([DESKTOP_API]);
    const api = exposed[DESKTOP_API] as object;
    expect(Object.entries(api).map(([name, value]) => `${name}: ${typeof value}`)).toEqual([
      'call: function',
      'cancel: function',
      'greet: function',
      'listen: function',
      'pathOf: function',
    ]);
  });

  test('a listener is given the message and no event; another one takes its place', async () => {
    const { exposed, page } = await desktop();
    const api = exposed[DESKTOP_API] as { listen: (hear: unknown) => void };
    const [first, second]: unknown[][][] = [[], []];
    api.listen((...said: unknown[]) => first?.push(said));
    api.listen((...said: unknown[]) => second?.push(said));
    page.send(DESKTOP_CHANNELS.message, { kind: 'event', sequence: 1 });
    await expect.poll(() => second).toEqual([[{ kind: 'event', sequence: 1 }]]);
    expect(first).toEqual([]);
  });

  test('an answer is plain data', async () => {
    const { exposed } = await desktop();
    const api = exposed[DESKTOP_API] as { call: (...all: unknown[]) => Promise<unknown> };
    const answer = await api.call(1, 'status.read', {});
    expect(Object.getPrototypeOf(answer)).toBe(Object.prototype);
    await expect(api.call(2, 'status.read', { run: () => 1 })).rejects.toThrow(
      'could not be cloned',
    );
  });
});

describe('the sources', () => {
  const folder = new URL('./', import.meta.url);
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

  const names = (pattern: RegExp) =>
    sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

  test('Electron itself is loaded by the entry and the preload; everybody else knows its types', () => {
    const loads = sources.filter(({ name, text }) =>
      parseSync(name, text).program.body.some(
        (node) =>
          node.type === 'ImportDeclaration' &&
          node.source.value === 'electron' &&
          node.importKind !== 'type',
      ),
    );
    expect(loads.map(({ name }) => name).toSorted()).toEqual(['main.ts', 'preload.ts']);
  });

  test('one module opens channels, and is given them in one place', () => {
    expect(names(/DESKTOP_CHANNELS/)).toEqual(['preload.ts']); // the other end
    expect(names(/ipcMain/)).toEqual(['desktop-app.ts']);
  });
});
