import { once } from 'node:events';
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
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { callRunning } from './call-running.ts';
import { frameOf, makeFrameReader } from './frames.ts';
import { listenForCalls } from './listen-for-calls.ts';
import { proofOf } from './socket-messages.ts';
import { readSocketPlace, removeSocket, type SocketPlace } from './socket-place.ts';

const never = { clock: realClock, signal: new AbortController().signal };

/** A running program that answers what was asked, once `go` lets it. */
async function running({
  dataFolder = temporaryFolder().path,
  serve = answering,
  clock = realClock,
} = {}) {
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
    clock,
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
  const asked = callRunning(dataFolder, status, null, {
    clock: realClock,
    signal: stop.signal,
  });
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

const challenge = '0a'.repeat(32);

/** What is heard by who says hello and then, once greeted, this. */
async function afterHello(
  place: SocketPlace,
  next: (proof: string) => readonly Buffer[],
): Promise<readonly unknown[]> {
  const heard: unknown[] = [];
  const socket = net.connect(place.path);
  const read = makeFrameReader(
    () => 10_000,
    (message) => {
      if (heard.push(message) > 1) return;
      const program = (message as { challenge: string }).challenge;
      const challenges = { caller: challenge, program };
      for (const bytes of next(proofOf('caller', challenges, place.secret))) socket.write(bytes);
    },
  );
  socket.on('data', read);
  socket.on('error', () => undefined);
  socket.write(frameOf({ challenge }));
  await new Promise((resolve) => void socket.once('close', resolve));
  return heard;
}

test('strangers learn nothing, and are cut off', async () => {
  const asked: string[] = [];
  const { place } = await running({
    serve: (name) => {
      asked.push(name);
      return Promise.resolve(ok(null));
    },
  });
  const call = frameOf({ ...status, hearsEvents: true });
  const wrong = [
    [frameOf({ secret: place.secret })],
    [frameOf({ challenge: 'short' }), call],
    [frameOf({ challenge, more: 1 }), call],
    [frameOf({ proof: proofOf('caller', { caller: '', program: '' }, place.secret) }), call],
    [call],
    [Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    [Buffer.from([0xff, 0xff, 0xff, 0xff])],
  ];
  for (const bytes of wrong) expect(await say(place, ...bytes)).toBe('');
  const proofs = [
    () => [frameOf({ proof: place.secret }), call],
    () => [
      frameOf({
        proof: proofOf('program', { caller: challenge, program: challenge }, place.secret),
      }),
      call,
    ],
    (proof: string) => [frameOf({ proof: proof.replace(/^./, 'x') }), call],
    (proof: string) => [frameOf({ proof: `${proof}0` }), call],
    () => [call],
  ];
  for (const next of proofs) expect(await afterHello(place, next)).toHaveLength(1);
  expect(asked).toEqual([]);
});

test('who knows the secret and talks nonsense is cut off too', async () => {
  const { place } = await running();
  for (const bytes of [
    frameOf({ name: 1 }),
    frameOf({ name: 'status.read', input: {}, hearsEvents: true, more: 1 }),
    frameOf('x'.repeat(20_000_000)),
  ]) {
    expect(await afterHello(place, (proof) => [frameOf({ proof }), bytes])).toHaveLength(1);
  }
});

/** Who listens where a program that was killed did; `greet` says what it answers. Returns all that it hears. */
async function inPlaceOfKilled(answers: (secret: string) => (message: unknown) => unknown) {
  const dataFolder = temporaryFolder().path;
  const { place, listener } = await running({ dataFolder });
  const kept = fs.readFileSync(path.join(dataFolder, 'socket.json'));
  await listener.close();
  fs.writeFileSync(path.join(dataFolder, 'socket.json'), kept);
  if (process.platform !== 'win32') fs.mkdirSync(path.dirname(place.path), { mode: 0o700 });
  const heard: unknown[] = [];
  const answer = answers(place.secret);
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    const read = makeFrameReader(
      () => 10_000,
      (message) => {
        heard.push(message);
        const said = answer(message);
        if (said !== undefined) socket.write(frameOf(said));
      },
    );
    socket.on('data', read);
  });
  server.listen(place.path);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { dataFolder, place, heard };
}

test('who listens in the place of a program that was killed hears neither secret nor call', async () => {
  const greetings = [
    { version: PRODUCT.version },
    { proof: challenge, challenge },
    { proof: '', challenge: '' },
    null,
    7,
  ];
  for (const greeting of greetings) {
    const { dataFolder, place, heard } = await inPlaceOfKilled(() => () => greeting);
    const asked = callRunning(
      dataFolder,
      {
        name: 'session.signIn',
        input: { server: null, email: 'ada@example.org', password: 'pass' },
      },
      null,
      never,
    );
    await expect(asked).rejects.toMatchObject({ unheard: { kind: 'nobody' } });
    expect(heard).toHaveLength(1);
    expect(JSON.stringify(heard)).not.toMatch(new RegExp(`${place.secret}|pass|signIn`));
  }
});

test('answers that are none end the call', async () => {
  for (const nonsense of [
    null,
    7,
    'x',
    [],
    {},
    { answer: null },
    { event: 7 },
    { event: {}, answer: 1 },
  ]) {
    const { dataFolder } = await inPlaceOfKilled((secret) => (message) => {
      const { challenge: caller, name } = message as { challenge?: string; name?: string };
      if (caller === undefined) return name === undefined ? undefined : nonsense;
      const challenges = { caller, program: challenge };
      return { proof: proofOf('program', challenges, secret), challenge };
    });
    await expect(callRunning(dataFolder, status, () => undefined, never)).rejects.toMatchObject({
      unheard: { kind: 'ended' },
    });
  }
});

test('a program that says nothing is named after five seconds', async () => {
  const { dataFolder, heard } = await inPlaceOfKilled(() => () => undefined);
  const clock = makeFakeClock();
  const asked = callRunning(dataFolder, status, null, { ...never, clock });
  asked.catch(() => undefined);
  await expect.poll(() => heard.length).toBe(1);
  await clock.advance(4_999);
  await Promise.race([asked, Promise.resolve()]);
  await clock.advance(1);
  await expect(asked).rejects.toMatchObject({
    unheard: { kind: 'silent', pid: process.pid, isAsked: false },
  });
});

test('a program that is at work says so every two seconds', async () => {
  const clock = makeFakeClock();
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const serve: ServeCall = async () => {
    begun.resolve();
    await go.promise;
    return ok(null);
  };
  const { place } = await running({ serve, clock });
  const call = frameOf({ ...status, hearsEvents: false });
  const heard = afterHello(place, (proof) => [frameOf({ proof }), call]);
  await begun.promise;
  await clock.advance(6_000);
  go.resolve();
  expect((await heard).slice(1)).toEqual([
    { alive: true },
    { alive: true },
    { alive: true },
    { answer: ok(null) },
  ]);
});

test('one that falls silent during a call is named too', async () => {
  const clock = makeFakeClock();
  const silent = await inPlaceOfKilled((secret) => (message) => {
    const { challenge: caller } = message as { challenge?: string };
    if (caller === undefined) return undefined;
    const proof = proofOf('program', { caller, program: challenge }, secret);
    return { proof, challenge };
  });
  const unheard = callRunning(silent.dataFolder, status, null, { ...never, clock });
  unheard.catch(() => undefined);
  await expect.poll(() => silent.heard.length).toBe(3);
  await clock.advance(20_000);
  await expect(unheard).rejects.toMatchObject({ unheard: { kind: 'silent', isAsked: true } });
});

test.each([
  '',
  '{',
  'null',
  '7',
  '{}',
  '{"path":"relative","secret":"s","version":"0.1.0"}',
  '{"path":"/s","secret":"s","version":"\\u001b[31m"}',
])('a place that says %s is none', async (text) => {
  const dataFolder = temporaryFolder().path;
  fs.writeFileSync(path.join(dataFolder, 'socket.json'), text);
  await expect(callRunning(dataFolder, status, null, never)).rejects.toMatchObject({
    unheard: { kind: 'nobody' },
  });
});

test.runIf(process.platform !== 'win32')('a socket that others may reach is not ours', async () => {
  const { dataFolder, place } = await running();
  fs.chmodSync(path.dirname(place.path), 0o755);
  await expect(callRunning(dataFolder, status, null, never)).rejects.toMatchObject({
    unheard: { kind: 'nobody' },
  });
  if (process.getuid?.() !== 0) return;
  fs.chmodSync(path.dirname(place.path), 0o700);
  for (const other of [place.path, path.dirname(place.path)]) {
    fs.chownSync(other, 4_711, 4_711);
    await expect(callRunning(dataFolder, status, null, never)).rejects.toMatchObject({
      unheard: { kind: 'nobody' },
    });
    fs.chownSync(other, 0, 0);
  }
  expect(await callRunning(dataFolder, status, null, never)).toEqual(ok(status));
});

test('what a killed program left is removed, unless it is somebody else’s by now', async () => {
  const dataFolder = path.join(temporaryFolder().path, 'd'.repeat(120));
  fs.mkdirSync(dataFolder);
  const { place, listener } = await running({ dataFolder });
  const file = path.join(dataFolder, 'socket.json');
  const kept = fs.readFileSync(file);
  await listener.close();
  const folder = path.dirname(place.path);
  const leave = (mode: number) => {
    fs.writeFileSync(file, kept);
    fs.mkdirSync(folder, { mode });
    fs.writeFileSync(place.path, '');
  };
  if (process.platform === 'win32') return;
  leave(0o700);
  removeSocket(dataFolder);
  expect([fs.existsSync(file), fs.existsSync(folder)]).toEqual([false, false]);
  leave(0o755);
  removeSocket(dataFolder);
  expect([fs.existsSync(file), fs.existsSync(place.path)]).toEqual([false, true]);
  fs.rmSync(folder, { recursive: true });
});

test('500 lines that say nothing keep nobody out', async () => {
  const { dataFolder, place } = await running();
  const flood = Array.from({ length: 500 }, () => net.connect(place.path));
  onTestFinished(() => flood.forEach((socket) => socket.destroy()));
  for (const socket of flood) socket.on('error', () => undefined);
  await Promise.all(
    flood.map(
      (socket) => new Promise((resolve) => socket.once('connect', resolve).once('close', resolve)),
    ),
  );
  expect(await callRunning(dataFolder, status, null, never)).toEqual(ok(status));
});

function modeOf(at: string): number {
  return fs.statSync(at).mode & 0o777;
}
