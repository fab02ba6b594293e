import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ServiceFault } from '../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../platform/clock.ts';
import { connectsTo, makeContact } from './service-contact.ts';

const REFUSED = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
} as const satisfies ServiceFault;

/** A service that is there or not, on a clock that goes on by hand. */
function setUp({ isDirect = true } = {}) {
  let nowMs = 0;
  let wakes: { readonly atMs: number; readonly wake: () => void }[] = [];
  const clock: Clock = {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        wakes.push({ atMs: nowMs + ms, wake: resolve });
      }),
  };
  const world = { isThere: true, mayProbe: true, probes: 0 };
  const seen: string[] = [];
  const contact = makeContact({
    clock,
    connects: isDirect
      ? () => {
          world.probes += 1;
          return Promise.resolve(world.isThere);
        }
      : null,
    mayProbe: () => world.mayProbe,
    onChange: () => seen.push(`${contact.now().kind} at ${nowMs}`),
  });
  onTestFinished(() => contact.close());
  const pass = async (ms: number) => {
    const endMs = nowMs + ms;
    for (;;) {
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      const next = wakes.filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined) break;
      wakes = wakes.filter((each) => each !== next);
      nowMs = next.atMs;
      next.wake();
    }
    nowMs = endMs;
  };
  return { contact, world, seen, pass };
}

test('an outage is known within three seconds of the first failure, and its end within three', async () => {
  const { contact, world, seen, pass } = setUp();
  world.isThere = false;
  contact.failed(REFUSED);
  contact.failed(REFUSED);
  await pass(10 * 60_000);
  world.isThere = true;
  await pass(3_000);
  expect(seen).toEqual(['away at 500', 'back at 600500']);
  const { probes } = world;
  await pass(60 * 60_000);
  expect(world.probes).toBe(probes);
});

test('nothing is asked or tried while nothing fails', async () => {
  const { world, pass } = setUp();
  await pass(24 * 60 * 60_000);
  expect(world.probes).toBe(0);
});

test('a connection that broke once is no outage, and neither is a refusal', async () => {
  const { contact, world, seen, pass } = setUp();
  contact.failed(REFUSED);
  contact.failed({ ...REFUSED, why: 'server-error', status: 503 });
  contact.failed({ kind: 'refused', status: 400, serviceSays: null });
  await pass(60_000);
  expect(seen).toEqual([]);
  expect(world.probes).toBe(1);
});

test('any answer ends the outage at once', async () => {
  const { contact, world, seen, pass } = setUp();
  world.isThere = false;
  contact.failed(REFUSED);
  await pass(700);
  contact.heard();
  await pass(60_000);
  expect(seen).toEqual(['away at 500', 'back at 700']);
});

test('a connection that carries no request is not believed for ever', async () => {
  const { contact, world, seen, pass } = setUp();
  world.isThere = false;
  contact.failed(REFUSED);
  await pass(1_000);
  world.isThere = true;
  await pass(1_000);
  for (let failures = 0; failures < 3; failures += 1) {
    contact.failed(REFUSED);
    await pass(1_000);
  }
  expect(seen.map((each) => each.split(' ')[0])).toEqual(['away', 'back', 'away']);
  await pass(60_000);
  expect(contact.now().kind).toBe('away');
  contact.heard();
  expect(contact.now().kind).toBe('back');
});

test('behind a proxy only requests tell', async () => {
  const { contact, world, seen, pass } = setUp({ isDirect: false });
  contact.failed(REFUSED);
  contact.check();
  await pass(60_000);
  contact.heard();
  expect(seen).toEqual(['away at 0', 'back at 60000']);
  expect(world.probes).toBe(0);
});

test('a word of the system about its network is looked into at once', async () => {
  const { contact, world, seen, pass } = setUp();
  contact.check();
  await pass(10);
  expect([world.probes, seen]).toEqual([1, []]);
  world.isThere = false;
  contact.check();
  await pass(10);
  expect(seen).toEqual(['away at 10']);
});

test('who works offline makes no connection', async () => {
  const { contact, world, pass } = setUp();
  world.mayProbe = false;
  contact.failed(REFUSED);
  contact.check();
  await pass(60_000);
  expect(world.probes).toBe(0);
});

test('a bare connection tells a port that listens from one that does not', async () => {
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const connects = connectsTo(`http://127.0.0.1:${port}`);
  const { signal } = new AbortController();
  expect(await connects(signal)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
  expect(await connects(signal)).toBe(false);
});

test('an account that is refused whatever it asks for, in the same words, is said to be; one answer ends that', async () => {
  const { contact, seen, pass } = setUp();
  const WORDS = 'This account is suspended: unpaid';
  contact.refused('listPrivateFiles', WORDS);
  contact.refused('getProject', WORDS);
  contact.refused('listPublicFiles', WORDS);
  expect(seen).toEqual([]); // all of one project: its leader may have removed them
  contact.refused('getCreditBalance', WORDS);
  expect(contact.now()).toEqual({ kind: 'refusing', sinceMs: 0, serviceSays: WORDS });
  await pass(5_000);
  contact.refused('isAdmin', WORDS);
  contact.allowed();
  expect(seen).toEqual(['refusing at 0', 'unknown at 5000']);
});

test('what is refused for reasons of its own, or between answers, says nothing about the account', () => {
  const { contact, seen } = setUp();
  contact.refused('getCreditBalance', 'You may not see credits');
  contact.refused('listProjects', 'You may not list projects');
  contact.refused('listTags', 'You may not list tags');
  for (const name of ['getCreditBalance', 'listProjects', 'listTags', 'isAdmin'] as const) {
    contact.refused(name, 'No');
    contact.allowed();
  }
  expect(seen).toEqual([]);
});
