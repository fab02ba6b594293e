import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import type { BridgeEvent, NumberedEvent } from '../../../src-shared/bridge/events.ts';
import { LONGEST_CERTIFICATE } from '../../../src-shared/bridge/verify-calls.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import type { ServeCall } from '../../use-cases/serve-calls.ts';
import { realClock } from '../../platform/real-ports.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { callRunning } from './call-running.ts';
import { frameOf } from './frames.ts';
import { listenForCalls } from './listen-for-calls.ts';
import { readSocketPlace } from './socket-place.ts';

const never = new AbortController().signal;

/** A running program that answers what was asked, once `go` lets it. */
async function running({ dataFolder = temporaryFolder().path, serve = answering } = {}) {
  const listeners = new Set<(event: NumberedEvent) => void>();
  const feed = {
    subscribe(listener: (event: NumberedEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const listener = await listenForCalls({
    dataFolder,
    serve,
    feed,
    clock: realClock,
    keepError: (where) => expect.unreachable(where),
  });
  onTestFinished(() => listener.close());
  const place = readSocketPlace(dataFolder);
  if (place === null) throw new Error('it says nowhere where it listens');
  return {
    dataFolder,
    place,
    listener,
    listeners,
    tell: (event: BridgeEvent) => listeners.forEach((hear) => hear({ sequence: 1, event })),
  };
}

const answering: ServeCall = (name, input) => Promise.resolve(ok({ name, input }));
const status = { name: 'status.read', input: {} } as const;

/** What a stranger gets for these bytes, until the line is closed. */
function say(place: { readonly path: string }, ...bytes: readonly Buffer[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(place.path);
    let heard = '';
    socket.on('data', (chunk) => void (heard += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(heard));
    for (const each of bytes) socket.write(each);
  });
}

test('a call is carried out by the program that has the data folder', async () => {
  const { dataFolder } = await running();
  expect(await callRunning(dataFolder, status, null, never)).toEqual(ok(status));
});

test('the longest certificate fits, whatever its characters', async () => {
  const { dataFolder } = await running({ serve: (name) => Promise.resolve(ok(name)) });
  const text = '\u0001'.repeat(LONGEST_CERTIFICATE);
  const input = {
    subject: { kind: 'row', id: '1' },
    against: { kind: 'certificate', text },
  } as const;
  const asked = callRunning(dataFolder, { name: 'verify.file', input }, null, never);
  expect(await asked).toEqual(ok('verify.file'));
});

test('events come before the answer, for a caller that wants them', async () => {
  const go = Promise.withResolvers<void>();
  const serve: ServeCall = () => go.promise.then(() => ok(null));
  const { dataFolder, tell, listeners } = await running({ serve });
  const heard: BridgeEvent[] = [];
  const asked = callRunning(dataFolder, status, (event) => void heard.push(event), never);
  await expect.poll(() => listeners.size).toBe(1);
  tell({ kind: 'folders-changed' });
  await expect.poll(() => heard).toEqual([{ kind: 'folders-changed' }]);
  go.resolve();
  expect(await asked).toEqual(ok(null));
  expect(listeners.size).toBe(0);
});

test('who goes away cancels the call', async () => {
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const serve: ServeCall = async (_name, _input, signal) => {
    signal.addEventListener('abort', () => cancelled.resolve());
    begun.resolve();
    await cancelled.promise;
    return ok(null);
  };
  const { dataFolder } = await running({ serve });
  const stop = new AbortController();
  const asked = callRunning(dataFolder, status, null, stop.signal);
  asked.catch(() => undefined);
  await begun.promise;
  stop.abort(new Error('Ctrl-C'));
  await expect(asked).rejects.toThrow('Ctrl-C');
  await cancelled.promise;
});

test('a program that ends during a call leaves its outcome open', async () => {
  const begun = Promise.withResolvers<void>();
  const serve: ServeCall = (_name, _input, signal) => {
    begun.resolve();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  };
  const { dataFolder, listener } = await running({
    serve: (...asked) => serve(...asked).catch(() => ok(null)),
  });
  const asked = callRunning(dataFolder, status, null, never);
  asked.catch(() => undefined);
  await begun.promise;
  await listener.close();
  await expect(asked).rejects.toMatchObject({ unheard: { kind: 'ended' } });
});

test('nobody listens where no program runs, where one was killed, or where another lies', async () => {
  const dataFolder = temporaryFolder().path;
  const nobody = { unheard: { kind: 'nobody' } };
  await expect(callRunning(dataFolder, status, null, never)).rejects.toMatchObject(nobody);
  const { place, listener } = await running({ dataFolder });
  const kept = fs.readFileSync(path.join(dataFolder, 'socket.json'));
  await listener.close();
  expect([fs.existsSync(place.path), readSocketPlace(dataFolder)]).toEqual([false, null]);
  fs.writeFileSync(path.join(dataFolder, 'socket.json'), kept);
  await expect(callRunning(dataFolder, status, null, never)).rejects.toMatchObject(nobody);
});

test('programs of two versions carry out nothing for each other', async () => {
  const { dataFolder, place } = await running();
  const file = path.join(dataFolder, 'socket.json');
  fs.writeFileSync(file, JSON.stringify({ ...place, version: '9.9.9' }));
  await expect(callRunning(dataFolder, status, null, never)).rejects.toMatchObject({
    unheard: { kind: 'other-version', version: '9.9.9' },
  });
  const hello = frameOf({ secret: place.secret, version: '0.0.0' });
  const call = frameOf({ ...status, hearsEvents: false });
  expect(await say(place, hello, call)).toBe(
    frameOf({ version: PRODUCT.version }).toString('latin1'),
  );
});

test.runIf(process.platform !== 'win32')('nobody else may look at it', async () => {
  const before = process.umask(0); // where the system lets everybody read
  onTestFinished(() => void process.umask(before));
  const { dataFolder, place } = await running();
  expect(modeOf(path.dirname(place.path))).toBe(0o700);
  expect(modeOf(place.path)).toBe(0o600);
  expect(modeOf(path.join(dataFolder, 'socket.json'))).toBe(0o600);
});

test.runIf(process.platform !== 'win32')('a long path is no reason to be unreachable', async () => {
  const dataFolder = path.join(temporaryFolder().path, 'd'.repeat(120));
  fs.mkdirSync(dataFolder);
  const { place } = await running({ dataFolder });
  expect(place.path.length).toBeLessThan(104);
  expect(await callRunning(dataFolder, status, null, never)).toEqual(ok(status));
});

test('strangers learn nothing, and are cut off', async () => {
  const asked: string[] = [];
  const { place } = await running({
    serve: (name) => {
      asked.push(name);
      return Promise.resolve(ok(null));
    },
  });
  const { version } = PRODUCT;
  const call = frameOf({ ...status, hearsEvents: true });
  const wrong = [
    [frameOf({ secret: '', version })],
    [frameOf({ secret: `${place.secret}0`, version }), call],
    [frameOf({ secret: place.secret.replace(/./, 'x'), version }), call],
    [frameOf({ secret: place.secret }), call],
    [call],
    [Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    [Buffer.from([0xff, 0xff, 0xff, 0xff])],
  ];
  for (const bytes of wrong) expect(await say(place, ...bytes)).toBe('');
  expect(asked).toEqual([]);
});

test('who knows the secret and talks nonsense is cut off too', async () => {
  const { place } = await running();
  const hello = frameOf({ secret: place.secret, version: PRODUCT.version });
  const welcome = frameOf({ version: PRODUCT.version }).toString('latin1');
  for (const bytes of [
    frameOf({ name: 1 }),
    frameOf({ name: 'status.read', input: {}, hearsEvents: true, more: 1 }),
    frameOf('x'.repeat(2_000_000)),
  ]) {
    expect(['', welcome]).toContain(await say(place, hello, bytes));
  }
});

test('a flood of lines that say nothing keeps nobody out for long', async () => {
  const { dataFolder, place } = await running();
  const flood = Array.from({ length: 200 }, () => net.connect(place.path));
  for (const socket of flood) socket.on('error', () => undefined);
  await Promise.all(
    flood.map(
      (socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve)),
    ),
  );
  for (const socket of flood) socket.destroy();
  await expect
    .poll(() => callRunning(dataFolder, status, null, never).catch(() => null))
    .toEqual(ok(status));
});

function modeOf(at: string): number {
  return fs.statSync(at).mode & 0o777;
}
