/** TLS and proxies, with certificates that openssl makes. */
import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parseProxy, readExtraAuthorities } from './agents.ts';
import {
  hasOpenssl,
  makeCertificates,
  type MadeCertificates,
} from './test-support/sample-tls-certificates.ts';
import { makeTestClient, TOKEN } from './test-support/test-client.ts';

const never = new AbortController().signal;
const INVITE = { path: { projectId: 'p1', userId: 'u1' } };
/** A service of a name that only the proxy knows. */
const FAR = 'https://labseal.test';
const OLD = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' } as const;
const WEAK = { ciphers: 'DEFAULT@SECLEVEL=0' };
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

/** Says one thing to whoever says anything. */
function answering(text: string): net.Server {
  return net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(text, () => socket.destroy()));
  });
}

/** An https server; `bodies` are the requests it could read. */
async function startTls(options: https.ServerOptions) {
  const bodies: string[] = [];
  const server = https.createServer(options, (request, response) => {
    bodies.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`);
    response.end('{"creditBalance":5}');
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return { bodies, port: await listening(server) };
}

/** A proxy that tunnels every name to `port`, or answers something else; `heads` are the requests it read. */
async function startProxy(
  port: number,
  answer: (head: http.IncomingMessage) => number = () => 200,
) {
  const heads: string[] = [];
  const proxy = http.createServer((request, response) => {
    heads.push(`plain ${request.url}`);
    response.end();
  });
  proxy.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    heads.push(`${request.url} ${request.rawHeaders.join(' ')}`);
    const status = answer(request);
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
  return { heads, proxy: parseProxy(`127.0.0.1:${await listening(proxy)}`) };
}

describe.skipIf(!WITH_OPENSSL)('TLS', () => {
  let made: MadeCertificates;
  let extraAuthorities: readonly string[];
  beforeAll(async () => {
    made = makeCertificates();
    const read = await readExtraAuthorities(made.authorityPath);
    if (!read.ok) throw new Error(read.fault.kind);
    extraAuthorities = read.value;
  });
  afterAll(() => made.remove());

  type Surroundings = NonNullable<Parameters<typeof makeTestClient>[1]>['surroundings'];
  const clientOf = (address: string, surroundings: Surroundings = {}) =>
    makeTestClient(address, { keeps: true, surroundings: { extraAuthorities, ...surroundings } })
      .client;
  const wishing = () => ({
    ...made.good,
    requestCert: true,
    rejectUnauthorized: true,
    ca: [...extraAuthorities],
  });
  const balance = (client: ReturnType<typeof clientOf>) =>
    client.call('getCreditBalance', { path: { userId: 'u1' } }, never);
  /** It is known that a paid call has not acted. */
  async function expectUnsent(client: ReturnType<typeof clientOf>, why: string) {
    const fault = { kind: 'unavailable', why, status: null, retryAfterMs: null };
    expect(await client.call('inviteMember', INVITE, never)).toMatchObject({ ok: false, fault });
  }

  test("the institution's own authority is accepted beside the bundled ones", async () => {
    const { port, bodies } = await startTls(made.good);
    expect(await balance(clientOf(`https://localhost:${port}`))).toMatchObject({ ok: true });
    expect(bodies).toEqual([`GET /users/u1/credit-balance Bearer ${TOKEN}`]);
  });

  test.each<[string, string, () => https.ServerOptions, Surroundings?]>([
    ['an expired certificate', 'expired-certificate', () => made.expired],
    ['one that is not valid yet', 'early-certificate', () => made.early],
    ['that of another name', 'other-name', () => made.wrongName],
    ['a self-signed one', 'unknown-authority', () => made.selfSigned],
    ['an unknown authority', 'unknown-authority', () => made.good, { extraAuthorities: [] }],
    ['SHA-1', 'weak-certificate', () => ({ ...made.sha1, ...WEAK })],
    ['a key of 1024 bits', 'weak-certificate', () => ({ ...made.shortKey, ...WEAK })],
    ['TLS 1.1', 'old-tls', () => ({ ...made.good, ...OLD })],
    ['TLS 1.2 with a wish', 'refused-handshake', () => ({ ...wishing(), maxVersion: 'TLSv1.2' })],
  ])('%s is refused before a byte of the request: %s (P16)', async (...row) => {
    const [, why, options, surroundings] = row;
    const { port, bodies } = await startTls(options());
    await expectUnsent(clientOf(`https://localhost:${port}`, surroundings), why);
    expect(bodies).toEqual([]);
  });

  test('a certificate of this computer is wanted: TLS 1.3 says so after the request', async () => {
    const { port, bodies } = await startTls(wishing());
    const client = clientOf(`https://localhost:${port}`);
    expect(await balance(client)).toMatchObject({
      fault: { kind: 'unavailable', why: 'client-certificate' },
    });
    expect(await client.call('inviteMember', INVITE, never)).toMatchObject({
      fault: { kind: 'unknown-outcome', why: 'client-certificate' },
    });
    expect(bodies).toEqual([]);
  });

  test('what does not speak TLS is told as that', async () => {
    const port = await listening(answering('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expectUnsent(clientOf(`https://localhost:${port}`), 'not-tls');
  });

  test('the file of authorities: what is wrong with it is said', async () => {
    for (const [name, kind] of [
      ['none.pem', 'unreadable'],
      ['good.key', 'no-certificate'],
    ] as const) {
      const read = await readExtraAuthorities(join(made.folder, name));
      expect(read).toEqual({ ok: false, fault: { kind } });
    }
  });

  test('a proxy carries the tunnel and never sees the token (P16)', async () => {
    const { port, bodies } = await startTls(made.good);
    const { heads, proxy } = await startProxy(port);
    expect(await balance(clientOf(FAR, { proxy }))).toMatchObject({ ok: true });
    expect(bodies).toEqual([`GET /users/u1/credit-balance Bearer ${TOKEN}`]);
    expect(heads).toEqual([expect.stringMatching(/^labseal\.test:443 /)]);
    expect(heads[0]).not.toMatch(/authorization/i);
  });

  test('questions share a tunnel and its TLS; whatever is paid gets a tunnel of its own', async () => {
    const { port, bodies } = await startTls(made.good);
    const { heads, proxy } = await startProxy(port);
    const client = clientOf(FAR, { proxy });
    for (const _ of [1, 2, 3]) expect(await balance(client)).toMatchObject({ ok: true });
    expect(heads).toHaveLength(1);
    await client.call('inviteMember', INVITE, never);
    expect([heads.length, bodies.length]).toEqual([2, 4]);
    expect(heads.join()).not.toMatch(/authorization/i);
  });

  test('an intercepting proxy has an authority that is not known', async () => {
    const { port, bodies } = await startTls(made.selfSigned);
    const { proxy } = await startProxy(port);
    await expectUnsent(clientOf(FAR, { proxy }), 'unknown-authority');
    expect(bodies).toEqual([]);
  });

  test.each([
    [403, 'proxy-refused'],
    [302, 'proxy-refused'],
    [502, 'proxy-cannot-reach'],
    [503, 'proxy-cannot-reach'],
  ])('a proxy that answers %i: %s', async (status, why) => {
    const { proxy } = await startProxy(1, () => status);
    await expectUnsent(clientOf(FAR, { proxy }), why);
  });

  test('a proxy with a password lets through who knows it', async () => {
    const { port, bodies } = await startTls(made.good);
    const right = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    const { proxy } = await startProxy(port, ({ headers }) =>
      headers['proxy-authorization'] === right ? 200 : 407,
    );
    for (const who of ['', 'ada:wrong@', 'ada@']) {
      const strange = parseProxy(`${who}${proxy?.host}`);
      await expectUnsent(clientOf(FAR, { proxy: strange }), 'proxy-sign-in');
    }
    expect(bodies).toEqual([]);
    const known = parseProxy(`ada:secret@${proxy?.host}`);
    expect(await balance(clientOf(FAR, { proxy: known }))).toMatchObject({ ok: true });
  });

  test('a proxy that is not there, or is none, is told as the trouble of the proxy', async () => {
    const there = `127.0.0.1:${await listening(answering('what?\r\n'))}`;
    const { port } = await startTls(made.selfSigned);
    for (const [text, why] of [
      ['proxy.invalid:3128', 'proxy-no-address'],
      ['127.0.0.1:1', 'proxy-no-connection'],
      [there, 'proxy-broken'],
      [`https://127.0.0.1:${port}`, 'proxy-insecure'],
    ] as const) {
      await expectUnsent(clientOf(FAR, { proxy: parseProxy(text) }), why);
    }
  });

  test('what NO_PROXY names, and all that is below it, is reached past the proxy', async () => {
    const { port, bodies } = await startTls(made.good);
    const { heads, proxy } = await startProxy(1);
    const [near, below] = [`https://localhost:${port}`, 'https://labseal.lab.invalid'];
    const surroundings = { proxy, noProxy: 'other.test localhost, lab.invalid' };
    expect(await balance(clientOf(near, surroundings))).toMatchObject({ ok: true });
    expect(bodies).toHaveLength(1);
    await expectUnsent(clientOf(below, surroundings), 'no-address');
    expect(heads).toEqual([]);
    await expectUnsent(clientOf('https://lab.test', surroundings), 'proxy-broken');
    expect(heads).toHaveLength(1);
  });

  test.each([
    ['ada:se%40cret', 'ada:se@cret'],
    [String.raw`LAB\ada:50%off`, String.raw`LAB\ada:50%off`],
  ])('the proxy is told %j as name and password', async (written, told) => {
    const { port } = await startTls(made.good);
    const { heads, proxy } = await startProxy(port);
    const signed = parseProxy(`${written}@${proxy?.host}`);
    expect(await balance(clientOf(FAR, { proxy: signed }))).toMatchObject({ ok: true });
    expect(heads.join()).toContain(`Basic ${Buffer.from(told).toString('base64')} `);
  });
});
