/** What a value of the proxy's variables means: curl is asked, over a proxy that only writes down who came. */
import { spawn, spawnSync } from 'node:child_process';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXEMPT_HOSTS, WRITTEN_PROXIES } from './test-support/proxy-samples.ts';

const HAS_CURL = spawnSync('curl', ['--version']).status === 0;
if (!HAS_CURL) console.warn('Tests against curl are skipped: it is not installed');
/** Whoever refuses the text itself: a URL that cannot be read, a scheme that is not known. */
const MALFORMED = new Set([3, 5, 7]);

describe.skipIf(!HAS_CURL)('curl', () => {
  const users: (string | null)[] = [];
  const proxy = http.createServer();
  proxy.on('connect', ({ headers }: http.IncomingMessage, socket) => {
    const basic = headers['proxy-authorization']?.replace('Basic ', '');
    users.push(basic === undefined ? null : Buffer.from(basic, 'base64').toString());
    socket.end('HTTP/1.1 503 No\r\n\r\n');
  });
  let at = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
    at = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => proxy.close(resolve));
  });

  async function ask(host: string, env: Readonly<Record<string, string>>) {
    users.length = 0;
    const curl = spawn('curl', ['-m', '20', `https://${host}/`], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: 'ignore',
    });
    const code = await new Promise<number | null>((resolve) => curl.once('close', resolve));
    return { code, users: [...users] };
  }

  test.for(WRITTEN_PROXIES.filter(([, , whose]) => whose === undefined))(
    'https_proxy=%j',
    async ([text, user]) => {
      const { code, users: told } = await ask('files.lab.invalid', {
        https_proxy: text.replace('AT', at),
      });
      const isRefused = told.length === 0 && MALFORMED.has(code ?? 0);
      expect(isRefused ? ['refused'] : told).toEqual([user]);
    },
  );

  test.for(EXEMPT_HOSTS.filter(([, , , whose]) => whose === undefined))(
    'no_proxy=%j, %s: %j',
    async ([noProxy, host, is]) => {
      const env = { https_proxy: `http://${at}`, no_proxy: noProxy };
      expect((await ask(host, env)).users).toEqual(is ? [] : [null]);
    },
  );
});
