import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CALL_NAMES } from '../../../src-shared/bridge/calls.ts';
import {
  CALL_PATH,
  certificatePath,
  digestPath,
  EVENTS_PATH,
  inboxPath,
  KEY_PATH,
  SESSION_HEADER,
  SESSION_PATH,
} from '../../../src-shared/bridge/loopback.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { contentSecurityPolicy } from './answer-headers.ts';
import { hostAtCore, listen } from './test-support/host-at-core.ts';
import { rawly } from './test-support/rawly.ts';
import { rawRequest } from './test-support/raw-request.ts';

const CALL = `${CALL_PATH}status.read`;
const CERTIFICATE = certificatePath('pdf', '1');
const ROUTES = [
  '/',
  '/assets/app.js',
  '/absent',
  SESSION_PATH,
  KEY_PATH,
  CALL,
  CERTIFICATE,
  EVENTS_PATH,
];
const POSTED = ['Content-Type: application/json', 'Content-Length: 2'];

describe('who may ask', () => {
  test('no other computer can connect: it listens on 127.0.0.1 alone (P18)', async () => {
    const { host } = await hostAtCore();
    const others = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    for (const address of [...others, '127.0.0.2', '::1']) {
      expect(await connects(host.port, address), `at ${address}`).toBe(false);
    }
    expect(await connects(host.port, '127.0.0.1')).toBe(true);
  });

  test('a name of the web that leads here is refused on every route', async () => {
    const { host, raw, named } = await rawly();
    const foreign = [
      ['Host: evil.example'],
      [`Host: evil.example:${host.port}`],
      [`Host: localhost.evil:${host.port}`],
      [`Host: 127.0.0.1.evil:${host.port}`],
      ['Host: 127.0.0.1'],
      ['Host: '],
      [],
      [named, 'Host: evil.example'],
      [named, named],
      [`Host: user@127.0.0.1:${host.port}`],
    ];
    for (const lines of foreign) {
      for (const route of ROUTES) {
        const { status } = await rawRequest(host.port, [`GET ${route} HTTP/1.1`, ...lines]);
        expect([400, 403], `${route} ${lines.join()}`).toContain(status);
      }
    }
    expect((await raw('GET http://evil.example/')).status).toBe(400);
  });

  test('our three names are taken, with any port, as a tunnel has its own', async () => {
    const { host } = await hostAtCore();
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const lines = ['GET / HTTP/1.1', `Host: ${name}:2222`];
      const { status, headers } = await rawRequest(host.port, lines);
      expect(status).toBe(200);
      expect(headers['content-security-policy']).toContain(`connect-src 'self' ws://${name}:2222;`);
    }
  });

  test('a page of another origin can post nothing, whatever it says (P18)', async () => {
    const { host, ours, raw, token } = await rawly();
    const session = await token();
    const origins = [
      [],
      ['Origin: null'],
      ['Origin: https://evil.example'],
      [`Origin: http://127.0.0.1:${host.port + 1}`],
      [`Origin: https://127.0.0.1:${host.port}`],
      [ours, 'Origin: null'],
      [ours, 'Sec-Fetch-Site: cross-site'],
      [ours, 'Sec-Fetch-Site: same-site'],
      [ours, 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate'],
    ];
    const types = [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
    ];
    for (const route of [SESSION_PATH, KEY_PATH, CALL]) {
      const post = (origin: readonly string[], type: string) =>
        raw(
          `POST ${route}`,
          [...origin, session, `Content-Type: ${type}`, 'Content-Length: 2'],
          '{}',
        );
      for (const origin of origins) {
        for (const type of types) {
          const { status, headers } = await post(origin, type);
          expect(status, `${route} as ${type} with ${origin.join()}`).toBe(403);
          expect(allowances(headers)).toEqual([]);
        }
      }
      for (const type of types.slice(1)) expect((await post([ours], type)).status).toBe(415);
    }
  });

  test('a link may lead to our page from anywhere; nothing else may be fetched from elsewhere', async () => {
    const { raw } = await rawly();
    for (const [line, mode, status] of [
      ['Sec-Fetch-Site: cross-site', 'navigate', 200],
      ['Sec-Fetch-Site: none', 'navigate', 200],
      ['Sec-Fetch-Site: same-origin', 'cors', 200],
      ['Sec-Fetch-Site: cross-site', 'no-cors', 403],
      ['Sec-Fetch-Site: same-site', 'cors', 403],
      ['Origin: https://evil.example', 'navigate', 403],
    ] as const) {
      const answer = await raw('GET /', [line, `Sec-Fetch-Mode: ${mode}`]);
      expect(answer.status, `${line}, ${mode}`).toBe(status);
    }
  });

  test('other methods than GET, HEAD and POST are refused, and OPTIONS grants nothing', async () => {
    const { ours, raw } = await rawly();
    for (const method of ['OPTIONS', 'TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'FOO']) {
      for (const route of ROUTES) {
        const { status, headers } = await raw(`${method} ${route}`, [ours]);
        expect(status, `${method} ${route}`).toBe(405);
        expect(allowances(headers)).toEqual([]);
      }
    }
    expect((await raw('CONNECT evil.example:443', [ours])).status).toBe(405);
    expect((await raw(`GET ${CALL}`, [ours])).status).toBe(405);
    const posted = await raw('POST /', [ours, ...POSTED], '{}');
    expect(posted.headers['allow']).toBe('GET, HEAD');
  });
});

describe('GET and HEAD', () => {
  test('reach no call and leave what is kept as it was, be it the address of a call that changes something', async () => {
    const served: string[] = [];
    const lab = await hostAtCore({
      serve: async (name) => {
        served.push(name);
        return ok(null);
      },
    });
    const { host, settings, session, post } = lab;
    const headers = { origin: host.origin, [SESSION_HEADER]: await session() };
    const kept = () =>
      fs
        .globSync('**/*', { cwd: settings.dataFolder, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => [name, fs.readFileSync(path.join(parentPath, name), 'hex')]);
    const before = kept();
    const calls = CALL_NAMES.map((name) => CALL_PATH + name);
    const taking = [inboxPath('a.csv'), digestPath('all', 'a.csv'), SESSION_PATH, KEY_PATH];
    const statuses = await Promise.all(
      [...calls, ...taking, ...ROUTES].flatMap((address) =>
        ['GET', 'HEAD'].map(async (method) => {
          const answer = await fetch(host.origin + address, { method, headers });
          await answer.arrayBuffer();
          return answer.status;
        }),
      ),
    );
    const refused = (calls.length + taking.length) * 2;
    expect(new Set(statuses.slice(0, refused))).toEqual(new Set([405]));
    expect([served, kept()]).toEqual([[], before]);
    expect((await post(CALL, {}, headers)).status).toBe(200);
    expect(served).toEqual(['status.read']);
  });
});

describe('what an answer carries', () => {
  test('every answer has the same protecting headers and names no program', async () => {
    const { host, named, ours, token } = await rawly();
    const own = [named, ours];
    const session = await token();
    const asked: readonly [readonly string[], number][] = [
      [['GET / HTTP/1.1', ...own], 200],
      [['HEAD / HTTP/1.1', ...own], 200],
      [['GET /assets/app.js HTTP/1.1', ...own], 200],
      [['GET /absent HTTP/1.1', ...own], 404],
      [['GET / HTTP/1.1', 'Host: evil.example'], 403],
      [['GET /'], 400],
      [['BREW / HTTP/1.1', ...own], 405],
      [['GET / HTTP/1.1', ...own, `X-Long: ${'x'.repeat(20_000)}`], 431],
      [[`POST ${CALL} HTTP/1.1`, ...own, ...POSTED], 401],
      [[`POST ${CALL} HTTP/1.1`, ...own, session, ...POSTED], 200],
      [[`POST ${CALL_PATH}no.such HTTP/1.1`, ...own, session, ...POSTED], 404],
      [[`GET ${CERTIFICATE} HTTP/1.1`, ...own, session], 404],
      [[`GET ${EVENTS_PATH} HTTP/1.1`, ...own], 404],
      [[`GET /else HTTP/1.1`, ...own, 'Connection: Upgrade', 'Upgrade: websocket'], 404],
    ];
    for (const [lines, expected] of asked) {
      const body = lines.includes('Content-Length: 2') ? '{}' : '';
      const { status, headers } = await rawRequest(host.port, lines, body);
      expect(status, `as ${lines[0]}`).toBe(expected);
      expect(headers, `as ${lines[0]}`).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; .*app-worker$/),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      for (const name of ['server', 'x-powered-by', 'set-cookie']) {
        expect(headers).not.toHaveProperty(name);
      }
    }
  });

  test('the policy lets nothing in from elsewhere and nothing inline', () => {
    expect(contentSecurityPolicy('127.0.0.1:4000')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        "connect-src 'self' ws://127.0.0.1:4000; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app-worker",
    );
  });

  test('only files of the built page are served, by their very addresses', async () => {
    const { raw, settings } = await rawly();
    fs.writeFileSync(path.join(settings.dataFolder, '..', 'secret.html'), 'secret');
    const get = (target: string) => raw(`GET ${target}`);
    const roundabout = [
      '/../secret.html',
      '/%2e%2e/secret.html',
      '/..%2fsecret.html',
      '/..%5csecret.html',
      '/assets/../index.html',
      '/assets',
      '/assets/',
      '/INDEX.HTML',
      '/index.html%00.js',
      '/./index.html',
      '/assets//app.js',
      new URL(`file:${settings.dataFolder}/engine.lock`).pathname,
    ];
    for (const target of roundabout) {
      const { status, body } = await get(target);
      expect({ target, status, body }).toEqual({ target, status: 404, body: '' });
    }
    expect((await get('//secret.html')).status).toBe(400);
    expect(await get('/?a=b')).toMatchObject({ status: 200, body: '<!doctype html>' });
    const script = await get('/assets/app.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('without a built page there is a sentence that says so, and no maps of the sources ever', async () => {
    const unbuilt = await hostAtCore({ page: {} });
    expect(await (await fetch(unbuilt.host.origin)).text()).toContain('npm run build');
    const mapped = await hostAtCore({ page: { 'index.html': 'x', 'app.js.map': '{}' } });
    expect((await fetch(`${mapped.host.origin}/app.js.map`)).status).toBe(404);
  });

  test('without a session nothing is answered: not one call, no certificate (P18)', async () => {
    const { post, host } = await hostAtCore();
    const calls = await Promise.all(CALL_NAMES.map((name) => post(CALL_PATH + name, {})));
    calls.push(await post(KEY_PATH, {}));
    const wrong = ['', 'wrong', host.launchKey()].flatMap((session) => {
      const headers = { origin: host.origin, [SESSION_HEADER]: session };
      return [
        post(CALL, {}, headers),
        post(KEY_PATH, {}, headers),
        fetch(host.origin + CERTIFICATE, { headers }),
      ];
    });
    for (const answer of [...calls, ...(await Promise.all(wrong))]) {
      expect([answer.url, answer.status, await answer.text()]).toEqual([answer.url, 401, '']);
    }
  });

  test('a page that is connected gets a key for one more tab, good once and for a session of its own', async () => {
    const { session, post, host } = await hostAtCore({ serve: async () => ok({ leftover: null }) });
    const own = await session();
    const asKey = async (): Promise<string> =>
      (await (await post(KEY_PATH, {}, { [SESSION_HEADER]: own })).json()).key;
    const shown = host.launchKey();
    const key = await asKey();
    const tab = await session(key);
    expect(new Set([own, key, tab, shown, await asKey()]).size).toBe(5);
    expect(host.launchKey()).toBe(shown); // the address in the terminal stays good
    expect((await post(CALL, {}, { [SESSION_HEADER]: tab })).status).toBe(200);
    expect((await post(SESSION_PATH, { key })).status).toBe(401);
    // A key is no session, and none outlives signing out.
    expect((await post(CALL, {}, { [SESSION_HEADER]: await asKey() })).status).toBe(401);
    const pending = await asKey();
    await post(`${CALL_PATH}session.signOut`, {}, { [SESSION_HEADER]: own });
    expect((await post(SESSION_PATH, { key: pending })).status).toBe(401);
  });

  test('signing out ends every session; a page that is open goes on under another name', async () => {
    const { session, post, socket } = await hostAtCore({
      serve: async () => ok({ leftover: null }),
    });
    const pages = [await session(), await session()];
    const heard = await Promise.all(
      pages.map(async (each) => {
        const line = socket();
        await once(line, 'open');
        const listening = listen(line);
        line.send(JSON.stringify({ kind: 'hello', session: each }));
        await listening.next();
        return listening;
      }),
    );
    const closed = await session();
    const [own = ''] = pages;
    await post(`${CALL_PATH}session.signOut`, {}, { [SESSION_HEADER]: own });
    const told = await Promise.all(heard.map((each) => each.next()));
    const renewed = told.map((message) => (message.kind === 'renewed' ? message.session : ''));
    const uses = [...pages, closed, ...renewed].map((each) =>
      post(CALL, {}, { [SESSION_HEADER]: each }),
    );
    expect((await Promise.all(uses)).map(({ status }) => status)).toEqual([
      401, 401, 401, 200, 200,
    ]);
  });

  test('a call that is served, spoilt or broken by a bug has its status', async () => {
    const failing = await hostAtCore({ serve: fallOver });
    expect(await statusOf(failing, CALL)).toBe(500);
    expect(failing.errors).toEqual([new Error('a secret of ours')]);
    const lab = await hostAtCore();
    expect(await statusOf(lab, CALL)).toBe(200);
    expect(await statusOf(lab, CALL, { more: 1 })).toBe(400);
    expect(await statusOf(lab, `${CALL_PATH}credits.limits`)).toBe(200); // a fault that has a sentence
  });
});

/** With which our page is answered. */
async function statusOf(lab: Awaited<ReturnType<typeof hostAtCore>>, call: string, body = {}) {
  return (await lab.post(call, body, { [SESSION_HEADER]: await lab.session() })).status;
}

/** Headers that would let another origin in. */
function allowances(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

function connects(port: number, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const line = net.connect({ port, host: address, timeout: 2_000 });
    const end = (isConnected: boolean) => {
      line.destroy();
      resolve(isConnected);
    };
    line.once('connect', () => end(true));
    line.once('error', () => end(false));
    line.once('timeout', () => end(false));
  });
}

function fallOver(): Promise<never> {
  return Promise.reject(new Error('a secret of ours'));
}
