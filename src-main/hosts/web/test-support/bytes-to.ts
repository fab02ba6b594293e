/** Bytes as our page sends them to one of the addresses that take a file. */
import http from 'node:http';
import { INBOX_TYPE, SESSION_HEADER } from '../../../../src-shared/bridge/loopback.ts';
import { MAX_FILE_BYTES_BINARY } from '../../../../src-shared/service/limits.ts';
import type { HostAtCore } from './host-at-core.ts';
import { rawRequest } from './raw-request.ts';

export async function bytesTo({ host, session }: HostAtCore, pathOf: (name: string) => string) {
  const own = {
    [SESSION_HEADER]: await session(),
    origin: host.origin,
    'content-type': INBOX_TYPE,
  };
  const send = (name: string, body: Uint8Array<ArrayBuffer>, headers = {}) =>
    fetch(host.origin + pathOf(name), { method: 'POST', body, headers: { ...own, ...headers } });
  const lines = [`POST ${pathOf('a')} HTTP/1.1`, `Host: 127.0.0.1:${host.port}`];
  lines.push(...Object.entries(own).map(([name, value]) => `${name}: ${value}`));
  const raw = async (line: string, body = '') =>
    (await rawRequest(host.port, [...lines, line], body)).status;
  const x = Buffer.from('x');
  return {
    own,
    send,
    /** The statuses with which what must not be taken is answered. */
    refusals: async () => ({
      'no session': (await send('a', x, { [SESSION_HEADER]: 'wrong' })).status,
      'another origin': (await send('a', x, { origin: 'http://127.0.0.1:1' })).status,
      'another type': (await send('a', x, { 'content-type': 'text/plain' })).status,
      'another method': (await fetch(host.origin + pathOf('a'), { headers: own })).status,
      'no length': await raw('Transfer-Encoding: chunked', '0\r\n\r\n'),
      'too long': await raw(`Content-Length: ${MAX_FILE_BYTES_BINARY + 1}`),
    }),
    /** Resolves when a part is on its way; the rest never comes. */
    begin: async (name: string, part: Uint8Array) => {
      const headers = { ...own, 'content-length': String(part.length * 3) };
      const request = http.request(host.origin + pathOf(name), { method: 'POST', headers });
      request.on('error', () => undefined); // we cut it ourselves
      await new Promise<void>((resolve) => {
        request.write(part, () => resolve());
      });
      return { breakOff: () => request.destroy() };
    },
  };
}

export const REFUSED = {
  'no session': 401,
  'another origin': 403,
  'another type': 415,
  'another method': 405,
  'no length': 411,
  'too long': 413,
};
