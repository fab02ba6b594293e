import { readdirSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeAgents, readExtraAuthorities } from './agents.ts';
import {
  hasOpenssl,
  makeCertificates,
  type MadeCertificates,
} from './test-support/made-certificates.ts';
import { httpAnswer, startSameAnswer } from './test-support/raw-server.ts';
import { addressOf, makeTestClient, NO_SURROUNDINGS, TOKEN } from './test-support/test-client.ts';

const never = new AbortController().signal;
const BALANCE = { path: { userId: 'u1' } };
const ENOUGH = JSON.stringify({ creditBalance: 5 });
const WITH_OPENSSL = hasOpenssl();
if (!WITH_OPENSSL) console.warn('TLS tests are skipped: openssl is not installed');

function listening(server: net.Server): Promise<number> {
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port));
  });
}

/** An https server; `bodies` are the requests it could read. */
async function startTls(options: https.ServerOptions) {
  const bodies: string[] = [];
  const server = https.createServer(options, (request, response) => {
    bodies.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.end(ENOUGH);
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return { bodies, port: await listening(server) };
}

/** A proxy that tunnels every name to `port`; `heads` are the requests it read. */
async function startProxy(port: number, status = 200) {
  const heads: string[] = [];
  const proxy = http.createServer((request, response) => {
    heads.push(`plain ${request.url}`);
    response.end();
  });
  proxy.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    heads.push(`${request.url} ${request.rawHeaders.join(' ')}`);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const onward = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
    onward.on('close', () => socket.destroySoon());
  });
  return { heads, httpsProxy: `http://127.0.0.1:${await listening(proxy)}` };
}

describe('connections', () => {
  test('are never reused, and a loopback service never goes through a proxy', async () => {
    const surroundings = { ...NO_SURROUNDINGS, httpsProxy: 'http://127.0.0.1:1', noProxy: null };
    const near = makeAgents(addressOf('http://127.0.0.1:4010'), surroundings);
    const far = makeAgents(addressOf('https://files.example.org'), surroundings);
    expect(near.isDirect).toBe(true);
    expect(near.https.options.proxyEnv).toBeUndefined();
    expect(far.isDirect).toBe(false);
    expect(far.https.options.proxyEnv).toEqual({ HTTPS_PROXY: 'http://127.0.0.1:1' });
    for (const agent of [near.https, far.https]) {
      expect(agent.options.keepAlive).toBe(false);
    }
  });

  test('the environment of this process is not asked for a proxy', async () => {
    const proxy = await startSameAnswer(httpAnswer(200, '{"creditBalance":666}'));
    const server = await startSameAnswer(httpAnswer(200, ENOUGH));
    const before = process.env['HTTP_PROXY'];
    process.env['HTTP_PROXY'] = proxy.origin;
    onTestFinished(() => {
      if (before === undefined) delete process.env['HTTP_PROXY'];
      else process.env['HTTP_PROXY'] = before;
    });
    const { client } = makeTestClient(server.origin);
    expect(await client.call('getCreditBalance', BALANCE, never)).toMatchObject({
      value: { creditBalance: 5 },
    });
    expect(proxy.connections()).toBe(0);
  });

  test('nothing in the core can switch the checks of TLS off', () => {
    const sources = readdirSync(join(import.meta.dirname, '..'), {
      recursive: true,
      encoding: 'utf8',
    })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'));
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.join('')).not.toMatch(
      /rejectUnauthorized|insecureHTTPParser|checkServerIdentity/,
    );
  });
});

describe.skipIf(!WITH_OPENSSL)('TLS', () => {
  let made: MadeCertificates;
  beforeAll(() => {
    made = makeCertificates();
  });
  afterAll(() => made.remove());

  async function trusted(): Promise<readonly string[]> {
    const read = await readExtraAuthorities(made.authorityPath);
    if (!read.ok) throw new Error(read.fault.kind);
    return read.value;
  }

  test("the institution's own authority is accepted beside the bundled ones", async () => {
    const { port, bodies } = await startTls(made.good);
    const surroundings = { extraAuthorities: await trusted() };
    const { client } = makeTestClient(`https://localhost:${port}`, { surroundings });
    expect(await client.call('getCreditBalance', BALANCE, never)).toMatchObject({ ok: true });
    expect(bodies).toEqual([`GET /users/u1/credit-balance Bearer ${TOKEN}`]);
  });

  test.each(['expired', 'wrongName', 'selfSigned', 'unknown authority', 'TLS 1.1'] as const)(
    '%s: refused before a byte of the request, and known not to have acted',
    async (what) => {
      const old = {
        maxVersion: 'TLSv1.1',
        minVersion: 'TLSv1',
        ciphers: 'ALL@SECLEVEL=0',
      } as const;
      const named = what === 'TLS 1.1' || what === 'unknown authority' ? 'good' : what;
      const { port, bodies } = await startTls({
        ...made[named],
        ...(what === 'TLS 1.1' ? old : {}),
      });
      const extraAuthorities = what === 'unknown authority' ? [] : await trusted();
      const { client } = makeTestClient(`https://localhost:${port}`, {
        surroundings: { extraAuthorities },
      });
      const path = { projectId: 'p1', userId: 'u1' };
      expect(await client.call('inviteMember', { path }, never)).toEqual({
        ok: false,
        fault: { kind: 'unavailable', why: 'insecure', status: null, retryAfterMs: null },
      });
      expect(bodies).toEqual([]);
    },
  );

  test('the file of authorities: what is wrong with it is said', async () => {
    expect(await readExtraAuthorities(join(made.folder, 'none.pem'))).toEqual({
      ok: false,
      fault: { kind: 'unreadable' },
    });
    expect(await readExtraAuthorities(join(made.folder, 'good.key'))).toEqual({
      ok: false,
      fault: { kind: 'no-certificate' },
    });
  });

  test('a proxy carries the tunnel and never sees the token', async () => {
    const { port, bodies } = await startTls(made.good);
    const { heads, httpsProxy } = await startProxy(port);
    const surroundings = { extraAuthorities: await trusted(), httpsProxy };
    const { client } = makeTestClient('https://labseal.test', { surroundings });
    expect(await client.call('getCreditBalance', BALANCE, never)).toMatchObject({ ok: true });
    expect(bodies).toEqual([`GET /users/u1/credit-balance Bearer ${TOKEN}`]);
    expect(heads).toHaveLength(1);
    expect(heads[0]).toMatch(/^labseal\.test:443 /);
    expect(heads[0]).not.toMatch(/authorization/i);
  });

  test('an intercepting proxy is insecure, a refusing one no connection', async () => {
    const { port, bodies } = await startTls(made.selfSigned);
    const intercepting = await startProxy(port);
    const refusing = await startProxy(port, 407);
    for (const [proxy, why] of [
      [intercepting, 'insecure'],
      [refusing, 'no-connection'],
    ] as const) {
      const { client } = makeTestClient('https://labseal.test', {
        surroundings: { extraAuthorities: await trusted(), httpsProxy: proxy.httpsProxy },
      });
      const path = { projectId: 'p1', userId: 'u1' };
      expect(await client.call('inviteMember', { path }, never)).toEqual({
        ok: false,
        fault: { kind: 'unavailable', why, status: null, retryAfterMs: null },
      });
    }
    expect(bodies).toEqual([]);
  });

  test('NO_PROXY is honoured', async () => {
    const { heads, httpsProxy } = await startProxy(1);
    const { client } = makeTestClient('https://labseal.invalid', {
      surroundings: { httpsProxy, noProxy: 'labseal.invalid' },
    });
    expect(await client.call('getCreditBalance', BALANCE, never)).toMatchObject({
      fault: { kind: 'unavailable', why: 'no-address' },
    });
    expect(heads).toEqual([]);
  });
});
