import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startRawServer } from '../service/test-support/raw-server.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { openCore } from './create-core.ts';
import type { CoreSettings } from './settings.ts';

const never = new AbortController().signal;

const open = (server: string | null, network: Partial<CoreSettings['network']>) =>
  openCore({
    dataFolder: path.join(temporaryFolder(), 'labseal'),
    server,
    tokenStore: 'memory',
    network: { httpsProxy: null, noProxy: null, authoritiesFile: null, ...network },
  });

/** Asks a service for something, with this as its proxy; `AT` stands for its host and port. */
async function askOver(text: string, network: Partial<CoreSettings['network']> = {}) {
  const proxy = await startRawServer((socket) => socket.end('HTTP/1.1 502 no\r\n\r\n'));
  const httpsProxy = { variable: 'all_proxy', text: text.replace('AT', `127.0.0.1:${proxy.port}`) };
  const opened = await open(null, { httpsProxy, ...network });
  if (!opened.ok) throw new Error(opened.fault.kind);
  onTestFinished(() => opened.value.close());
  const asked = await opened.value.forgotPassword('https://lab.invalid', 'a@lab.test', never);
  return { asked, requests: proxy.requests };
}

test.for(['http://AT', 'AT', 'HTTP://AT', ' http://AT', 'http://ada:secret@AT/'])(
  'the proxy %j is the way to the service',
  async (text) => {
    const { asked, requests } = await askOver(text);
    expect(asked).toMatchObject({ ok: false });
    expect(requests).toEqual([expect.stringMatching(/^CONNECT lab\.invalid:443 /)]);
  },
);

test.for(['socks5://AT', 'http:AT', 'ftp://AT', 'http://AT:x'])(
  'the proxy %j is refused, and nothing goes past it',
  async (text) => {
    const { asked, requests } = await askOver(text);
    expect(asked).toEqual({ ok: false, fault: { kind: 'bad-proxy', variable: 'all_proxy' } });
    expect(requests).toEqual([]);
  },
);

const findSocks = async () => 'SOCKS socks.lab:1080';

test("so is a proxy of the system's settings that cannot be used", async () => {
  const fault = { kind: 'bad-proxy', variable: null };
  expect(await open('https://lab.invalid', { findProxy: findSocks })).toEqual({ ok: false, fault });
  const here = await open('http://127.0.0.1:4800', { findProxy: findSocks });
  expect(here.ok).toBe(true);
  if (here.ok) await here.value.close();
});

test('a service below a domain of NO_PROXY is asked directly', async () => {
  const { asked, requests } = await askOver('http://AT', { noProxy: 'invalid' });
  expect(asked).toMatchObject({ fault: { kind: 'unavailable', why: 'no-address' } });
  expect(requests).toEqual([]);
});
