/** When a kept connection must not be used by whoever comes next. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LONGEST_FREE_REST_MS } from '../service/agents.ts';
import { makeToken } from '../session/test-support/fakes.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { valueOf } from '../test-support/value-of.ts';
import { openCore } from './create-core.ts';

// Less than a connection may rest: by then none may have ended by itself.
vi.setConfig({ testTimeout: LONGEST_FREE_REST_MS / 2 });

const never = new AbortController().signal;
const ADA = { email: 'ada@lab.test', password: 'secret' };

/** A service that answers every question with what ours reads, and keeps its connections. */
async function startKeeping() {
  const sockets: Socket[] = [];
  const token = makeToken({ id: 'ada', email: ADA.email, iat: 0, exp: 4_000_000_000 });
  const body = JSON.stringify({ token, creditBalance: 5 });
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.keepAliveTimeout = 0; // it never says goodbye by itself
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

async function signedIn() {
  const service = await startKeeping();
  const network = { httpsProxy: null, noProxy: null, authoritiesFile: null };
  const settings = { dataFolder: temporaryFolder(), server: service.url, network };
  const core = valueOf(await openCore({ ...settings, tokenStore: 'memory' }));
  onTestFinished(() => core.close());
  valueOf(await core.signIn(null, ADA, never));
  const account = valueOf(core.account());
  for (const _ of [1, 2]) valueOf(await account.credits.balance(never));
  const resting = service.sockets.at(-1);
  if (resting === undefined) throw new Error('nobody has connected');
  expect(resting.destroyed).toBe(false);
  return { ...service, core, account, resting, gone: once(resting, 'close').then(() => 'closed') };
}

test('nobody follows on the connection of who has signed out', async () => {
  const { core, gone } = await signedIn();
  await core.signOut();
  expect(await gone).toBe('closed');
});

test('who signs in again gets connections of their own', async () => {
  const { core, gone } = await signedIn();
  valueOf(await core.signIn(null, ADA, never));
  expect(await gone).toBe('closed');
});

test('another address leaves none to the former one', async () => {
  const { core, gone } = await signedIn();
  const { url } = await startKeeping();
  valueOf(await core.signIn(url, ADA, never));
  expect(await gone).toBe('closed');
});

test('working offline keeps none', async () => {
  const { account, sockets, gone } = await signedIn();
  const before = sockets.length;
  account.workOffline(true);
  expect(await gone).toBe('closed');
  expect(await account.credits.balance(never)).toMatchObject({ ok: false });
  expect(sockets).toHaveLength(before);
});

test('the end of the program waits for none', async () => {
  const { core, gone } = await signedIn();
  await core.close();
  expect(await gone).toBe('closed');
});

/** As it is named in an import. */
function fileOf(module: string): string {
  return JSON.stringify(new URL(`../${module}.ts`, import.meta.url).href);
}

test('no process stays alive for the sake of a resting one', async () => {
  const { url, sockets } = await startKeeping();
  const script = `
    import http from 'node:http';
    import { realClock } from ${fileOf('platform/real-ports')};
    import { makeAgents } from ${fileOf('service/agents')};
    import { parseBaseAddress } from ${fileOf('service/base-address')};
    const surroundings = { proxy: null, noProxy: null, extraAuthorities: [] };
    const agents = makeAgents(parseBaseAddress('${url}').value, surroundings, realClock);
    const agent = agents.forQuestion(new URL('${url}'));
    http.get('${url}', { agent }, (answer) => answer.resume());`;
  const args = ['--input-type=module', '--eval', script];
  await promisify(execFile)(process.execPath, args);
  expect(sockets).toHaveLength(1);
});
