/** A page that has a session, over the ends and starts of its host. */
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digestOf, idOf, proofOf } from '../../../src-shared/bridge/host-proof.ts';
import { PROOF_PATH, SESSION_HEADER } from '../../../src-shared/bridge/loopback.ts';
import { PAGES_NAME } from '../../platform/data-folder.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { expectPrivate } from '../../test-support/expect-private.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { keepPages, readPages } from './page-sessions.ts';
import { startHost } from './start-host.ts';
import { coreAt } from './test-support/core-at.ts';
import { pageOn } from './test-support/page-on.ts';

const NONCE = 'a nonce of 22 characters';

/** One data folder, whose host ends and starts. */
async function lab() {
  const root = temporaryFolder();
  const pageFolder = path.join(root, 'page');
  fs.mkdirSync(pageFolder);
  const { settings, ...core } = await coreAt(root);
  const { dataFolder } = settings;
  const start = async (port = 0) => {
    const ports = { clock: realClock, ids: realIds, port };
    const host = await startHost({ ...core, ...ports, dataFolder, pageFolder });
    let isOpen = true;
    const close = async () => {
      if (isOpen) await host.close();
      isOpen = false;
    };
    onTestFinished(close);
    return { ...host, close };
  };
  return { start, dataFolder, file: path.join(dataFolder, PAGES_NAME) };
}

/** What a page at `port` is told that comes back with its session. */
async function comeBack(port: number, session: string) {
  const origin = `http://127.0.0.1:${port}`;
  const headers = { origin, 'content-type': 'application/json', [SESSION_HEADER]: session };
  const post = (address: string, body: unknown) =>
    fetch(origin + address, { method: 'POST', headers, body: JSON.stringify(body) });
  const digest = digestOf(session);
  const proven = await post(PROOF_PATH, { id: idOf(digest), nonce: NONCE });
  const isProven = proven.ok && Object(await proven.json()).proof === proofOf(digest, NONCE, port);
  const called = await post('/api/call/status.read', {});
  return { isProven, isServed: called.status === 200 };
}
const GOES_ON = { isProven: true, isServed: true };
const IS_STRANGE = { isProven: false, isServed: false };

/** Another program, where Labseal was. */
async function occupy(port: number): Promise<() => Promise<void>> {
  const other = net.createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  return async () => {
    other.close();
    await once(other, 'close');
  };
}

test('a start takes the same port, and a page goes on there; what is kept opens nothing and is for this user alone', async () => {
  const { start, file } = await lab();
  const first = await start();
  const { session } = await pageOn(first.port, first.launchKey());
  await first.close();
  const kept = fs.readFileSync(file, 'utf8');
  expect([kept.includes(session), kept.includes(digestOf(session))]).toEqual([false, true]);
  expectPrivate(file);
  const second = await start();
  expect(second.port).toBe(first.port);
  expect(await comeBack(second.port, session)).toEqual(GOES_ON);
  expect(await comeBack(second.port, digestOf(session))).toEqual(IS_STRANGE);
});

test('where another program took the port, its pages are strangers for good', async () => {
  const { start } = await lab();
  const first = await start();
  const { session } = await pageOn(first.port, first.launchKey());
  await first.close();
  const leave = await occupy(first.port);
  const second = await start();
  expect(second.port).not.toBe(first.port);
  expect(await comeBack(second.port, session)).toEqual(IS_STRANGE);
  await pageOn(second.port, second.launchKey());
  await second.close();
  await leave();
  const third = await start(first.port);
  expect(await comeBack(third.port, session)).toEqual(IS_STRANGE);
});

test('a Labseal of another data folder knows none of them', async () => {
  const [one, other] = [await lab(), await lab()];
  const first = await one.start();
  const { session } = await pageOn(first.port, first.launchKey());
  await first.close();
  const second = await other.start(first.port);
  expect(await comeBack(second.port, session)).toEqual(IS_STRANGE);
});

test('signing out in a terminal ends the pages, and no later start knows them', async () => {
  const { start } = await lab();
  const first = await start();
  const { session } = await pageOn(first.port, first.launchKey());
  await first.endPages();
  expect(await comeBack(first.port, session)).toEqual(IS_STRANGE);
  await first.close();
  const second = await start();
  expect(await comeBack(second.port, session)).toEqual(IS_STRANGE);
});

test('a file that is damaged or foreign is none', async () => {
  const { dataFolder, file } = await lab();
  const session = { digest: 'ab'.repeat(32), port: 4000, startedAtMs: 1, usedAtMs: 2 };
  await keepPages(dataFolder, { port: 4000, sessions: [session] });
  const kept = fs.readFileSync(file, 'utf8');
  expect(await readPages(dataFolder)).toEqual({ port: 4000, sessions: [session] });
  for (const text of ['', '{', kept.replace('4000', '0'), kept.replace('ab', ''), '[]']) {
    fs.writeFileSync(file, text);
    expect(await readPages(dataFolder)).toBeNull();
  }
});
