/** Each group of facts from a computer of its own: folders, a keychain that misbehaves, a service that is none. */
import fs from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { accountKey } from '../../session/accounts.ts';
import {
  makeFakeKeychain,
  makeHurriedClock,
  makeToken,
  type KeychainMode,
} from '../../session/test-support/fakes.ts';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { dataFolderFacts, limitFacts, readSession, tokenStoreFacts } from './gather-facts.ts';
import { askService, networkFacts } from './service-facts.ts';
import { hasModes } from '../../test-support/this-system.ts';

describe('the data folder', () => {
  test('one that is not there is judged by what is above it, and stays absent', () => {
    const folder = path.join(temporaryFolder(), 'a', 'b');
    const facts = { isThere: false, isDirectory: true, isWritable: true, openTo: 0, lock: 'free' };
    expect(dataFolderFacts(folder)).toMatchObject(facts);
    expect(dataFolderFacts(folder).freeBytes).toBeGreaterThan(0);
    expect(fs.existsSync(folder)).toBe(false);
  });

  test('a file, an open one and a network drive are seen as what they are', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, '');
    expect(dataFolderFacts(path.join(file, 'in-it')).isDirectory).toBe(false);
    fs.chmodSync(folder, 0o755);
    expect(dataFolderFacts(folder).openTo).toBe(hasModes ? 0o055 : 0);
    expect(dataFolderFacts(folder, () => 0x6969).isOnNetworkDrive).toBe(true);
  });

  test('a lock file that is none is said with its code', () => {
    const folder = temporaryFolder();
    fs.mkdirSync(path.join(folder, 'engine.lock'));
    expect(dataFolderFacts(folder).lock).toEqual({
      errno: expect.stringMatching(/^SQLITE_/),
    });
  });
});

const ACCOUNT = { server: 'https://service.example.org', email: 'ada@example.org', userId: 'u1' };
const entry = accountKey(ACCOUNT.server, ACCOUNT.userId);

function sessionParts(mode: KeychainMode = 'working') {
  const keychain = makeFakeKeychain(mode);
  const clock = makeHurriedClock();
  const settings = { tokenStore: 'keychain' as const, dataFolder: temporaryFolder() };
  const interruption = new AbortController().signal;
  return { keychain, clock, ids: realIds, openEntry: keychain.openEntry, interruption, settings };
}
const tokenUntil = (exp: number) => makeToken({ id: 'u1', email: ACCOUNT.email, iat: 1, exp });

describe('the token store', () => {
  test.for([
    ['working', null],
    ['absent', 'absent'],
    ['locked', 'denied'],
    ['hanging', 'slow'],
    ['unfaithful', 'unfaithful'],
  ] as const)('a keychain that is %s: %s, and what was in it stays', async ([mode, trouble]) => {
    const parts = sessionParts(mode);
    parts.keychain.passwords.set(entry, 'the token');
    expect((await tokenStoreFacts(parts)).keychain?.trouble).toBe(trouble);
    expect([...parts.keychain.passwords]).toEqual([[entry, 'the token']]);
  });

  test('where a file was chosen no keychain is asked', async () => {
    const parts = sessionParts('hanging');
    const settings = { ...parts.settings, tokenStore: 'file' as const };
    const facts = { choice: 'file', keychain: null };
    expect(await tokenStoreFacts({ ...parts, settings })).toEqual(facts);
  });

  test('an expired token is reported, handed to nobody, and stays where it is', async () => {
    const parts = sessionParts();
    const nowS = Math.floor(parts.clock.nowMs() / 1_000);
    parts.keychain.passwords.set(entry, tokenUntil(nowS - 1));
    const read = await readSession(ACCOUNT, parts);
    expect(read).toMatchObject({
      facts: { kind: 'kept', expiresAtMs: (nowS - 1) * 1_000 },
      token: null,
    });
    expect(parts.keychain.passwords.size).toBe(1);
    const valid = tokenUntil(nowS + 60);
    parts.keychain.passwords.set(entry, valid);
    const kept = await readSession(ACCOUNT, parts);
    expect(kept).toMatchObject({
      facts: { kind: 'kept', expiresAtMs: (nowS + 60) * 1_000 },
      token: valid,
    });
    expect(JSON.stringify(kept.facts)).not.toContain(valid);
    parts.keychain.become('dismissed');
    const lost = {
      facts: { kind: 'withheld', why: { by: 'keychain', trouble: 'denied' } },
      token: null,
    };
    expect(await readSession(ACCOUNT, parts)).toMatchObject(lost);
    expect((await readSession(null, parts)).facts).toEqual({ kind: 'nobody' });
  });
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Asks a server that answers like this; returns the facts and what it was sent. */
async function ask(answer: Answer, signedInAt: 'there' | 'elsewhere' | null = null) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = { httpsProxy: null, noProxy: null, authoritiesFile: null };
  const account =
    signedInAt === null
      ? null
      : { ...ACCOUNT, server: signedInAt === 'there' ? address : ACCOUNT.server };
  const settings = { server: address, network };
  const token = account === null ? null : 'canary';
  const parts = { settings, clock: realClock, account, token, isKeptOffline: false };
  const facts = await askService(parts, await networkFacts(parts), new AbortController().signal);
  if (facts.kind !== 'asked') throw new Error(facts.kind);
  return { facts, seen };
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}
const html: Answer = (_request, response) => {
  response
    .writeHead(401, { 'content-type': 'text/html' })
    .end('<html>sign in to the network</html>');
};
const NO = { error: { statusCode: 401, message: 'no token' } };

const networkOf = (
  text: string | null,
  authoritiesFile: string | null = null,
  server: string | null = null,
) => {
  const httpsProxy = text === null ? null : { variable: 'https_proxy', text };
  const network = { httpsProxy, noProxy: 'exempt.invalid', authoritiesFile };
  return networkFacts({ settings: { server, network }, account: null });
};

describe('the service', () => {
  test('without a session its refusal is a good answer, and a page instead is none', async () => {
    const refusing = await ask(json(401, NO));
    expect(refusing.facts).toMatchObject({ status: 401, fault: null, isTokenRefused: false });
    expect(refusing.seen[0]?.headers.authorization).toBeUndefined();
    expect((await ask(html)).facts).toMatchObject({
      fault: { kind: 'not-the-service' },
      clockAheadMs: null,
    });
  });

  test('the token goes to the service that gave it and to no other', async () => {
    const other = await ask(json(401, NO), 'elsewhere');
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    const own = await ask(json(401, NO), 'there');
    expect(own.seen[0]?.headers.authorization).toBe('Bearer canary');
    expect(own.seen[0]?.url).toBe('/users/u1');
    expect(own.facts).toMatchObject({ isTokenRefused: true, fault: null });
    expect(JSON.stringify(own.facts)).not.toContain('canary');
  });

  test('its clock is compared with ours, and a redirect is followed nowhere', async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    const late = await ask(json(401, NO, { date }));
    expect(Math.round((late.facts.clockAheadMs ?? 0) / 60_000)).toBe(60);
    const moved = await ask(json(307, {}, { location: '/elsewhere' }));
    expect(moved.facts.fault).toEqual({ kind: 'not-the-service', what: 'redirect' });
    expect(moved.seen).toHaveLength(1);
    expect((await ask(json(200, { records: 'none' }))).facts.fault?.kind).toBe('not-the-service');
    expect((await ask(json(503, {}))).facts.fault).toMatchObject({ status: 503 });
    const cut = await ask((request) => void request.socket.destroy());
    expect(cut.facts).toMatchObject({ status: null, code: 'ECONNRESET' });
  });

  test('the network says what it has, without what would sign in at a proxy', async () => {
    const variable = 'https_proxy';
    const proxyOf = async (text: string, server?: string) =>
      (await networkOf(text, null, server)).proxy;
    const read = { variable, host: 'proxy.test:3128', isUsed: true };
    expect(await proxyOf('http://me:canary@proxy.test:3128')).toEqual(read);
    expect(await proxyOf('proxy.test:3128', 'https://service.test')).toEqual(read);
    expect(await proxyOf('socks5://proxy.test')).toEqual({ variable, host: null, isUsed: true });
    for (const server of ['https://labseal.exempt.invalid', 'http://127.0.0.1:4800']) {
      expect(await proxyOf('proxy.test:3128', server)).toEqual({ ...read, isUsed: false });
    }
    const missing = path.join(temporaryFolder(), 'none.pem');
    expect((await networkOf(null, missing)).authorities).toEqual({
      path: missing,
      isUsable: false,
    });
  });
});

test.runIf(process.platform === 'linux')(
  'limits and their use are read for this person alone',
  () => {
    const system = temporaryFolder();
    const put = (name: string, text: string) => {
      fs.mkdirSync(path.dirname(path.join(system, name)), { recursive: true });
      fs.writeFileSync(path.join(system, name), text);
    };
    put('sys/fs/inotify/max_user_watches', '8192\n');
    put('sys/fs/inotify/max_user_instances', '128\n');
    put(
      'self/limits',
      'Limit   Soft Limit  Hard Limit  Units\nMax open files   1024   4096   files\n',
    );
    put('12/fdinfo/3', 'pos:\t0\ninotify wd:1 ino:2\ninotify wd:2 ino:3\n');
    fs.mkdirSync(path.join(system, '12/fd'));
    fs.symlinkSync('anon_inode:inotify', path.join(system, '12/fd/3'));
    fs.symlinkSync('/dev/null', path.join(system, '12/fd/4'));
    const { uid } = fs.statSync(system);
    expect(limitFacts(system, uid)).toEqual({
      watches: { most: 8_192, inUse: 2 },
      watchInstances: { most: 128, inUse: 1 },
      openFiles: { most: 1_024 },
    });
    expect(limitFacts(system, uid + 1).watches).toEqual({ most: 8_192, inUse: 0 });
    const nothing = { watches: null, watchInstances: null, openFiles: null };
    expect(limitFacts(path.join(system, 'no-such-system'))).toEqual(nothing);
  },
);
