import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import { expect, test } from 'vitest';
import { CALL_PATH } from '../../src-shared/bridge/loopback.ts';
import {
  digestPath,
  INBOX_TYPE,
  readDigestPath,
  SESSION_HEADER,
  type HandedFile,
} from '../../src-shared/bridge/loopback.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { Verification } from '../../src-shared/model/verdict.ts';
import { MAX_FILE_BYTES_BINARY } from '../../src-shared/service/limits.ts';
import { hostAtCore } from './test-support/host-at-core.ts';
import { rawRequest } from './test-support/raw-request.ts';

const CONTENT = Buffer.alloc(3_000_000, 'measured');

async function handAt() {
  const lab = await hostAtCore();
  const own = {
    [SESSION_HEADER]: await lab.session(),
    origin: lab.host.origin,
    'content-type': INBOX_TYPE,
  };
  const hand = (name: string, body: Uint8Array<ArrayBuffer>, headers = {}) =>
    fetch(lab.host.origin + digestPath('all', name), {
      method: 'POST',
      body,
      headers: { ...own, ...headers },
    });
  return { lab, own, hand };
}

test('handed bytes are verified by their handle, and nothing of them is written down', async () => {
  const { lab, own, hand } = await handAt();
  const filesBefore = fs.readdirSync(lab.settings.dataFolder, { recursive: true });
  const answer = await hand('Ü/run 1.raw', CONTENT);
  const taken = (await answer.json()) as Result<HandedFile, never>;
  if (!taken.ok) throw new Error('it was not taken');
  expect(taken.value).toEqual({
    handle: expect.stringMatching(/^[\da-f]{32}$/),
    name: 'Ü/run 1.raw',
    sizeBytes: CONTENT.length,
  });
  expect(fs.readdirSync(lab.settings.dataFolder, { recursive: true })).toEqual(filesBefore);

  const verify = async (handle: string, digest: string) => {
    const against = { kind: 'certificate', text: JSON.stringify({ FileHash: digest }) };
    const input = { subject: { kind: 'handed', handle }, against };
    const session = { [SESSION_HEADER]: own[SESSION_HEADER] };
    const call = await lab.post(`${CALL_PATH}verify.file`, input, session);
    return (await call.json()) as Result<Verification, { kind: string }>;
  };
  for (const algorithm of ['sha256', 'sha512', 'md5', 'sha3-256']) {
    const digest = createHash(algorithm).update(CONTENT).digest('base64');
    expect(await verify(taken.value.handle, digest)).toMatchObject({
      value: {
        asked: { name: 'Ü/run 1.raw', path: null },
        file: { sizeBytes: CONTENT.length, modifiedAtMs: null },
        verdict: { kind: 'match', comparison: { method: { algorithm, encoding: 'base64' } } },
      },
    });
  }
  expect(await verify('0'.repeat(32), 'ab')).toMatchObject({ fault: { kind: 'unknown-file' } });
  expect(lab.errors).toEqual([]);
});

test('without a session, of another type, without or above a length nothing is read', async () => {
  const { lab, own, hand } = await handAt();
  const body = Buffer.from('x');
  expect((await hand('a', body, { [SESSION_HEADER]: 'wrong' })).status).toBe(401);
  expect((await hand('a', body, { origin: 'http://127.0.0.1:1' })).status).toBe(403);
  expect((await hand('a', body, { 'content-type': 'text/plain' })).status).toBe(415);
  const address = lab.host.origin + digestPath('known', 'a');
  expect((await fetch(address, { headers: own })).status).toBe(405);
  const lines = [
    `POST ${digestPath('all', 'a')} HTTP/1.1`,
    `Host: 127.0.0.1:${lab.host.port}`,
    ...Object.entries(own).map(([name, value]) => `${name}: ${value}`),
  ];
  const chunked = [...lines, 'Transfer-Encoding: chunked'];
  expect((await rawRequest(lab.host.port, chunked, '0\r\n\r\n')).status).toBe(411);
  const large = [...lines, `Content-Length: ${MAX_FILE_BYTES_BINARY + 1}`];
  expect((await rawRequest(lab.host.port, large)).status).toBe(413);
});

test('sending that breaks off ends the reading, and the next file is told as ever', async () => {
  const { lab, own, hand } = await handAt();
  const request = http.request(lab.host.origin + digestPath('all', 'half.raw'), {
    method: 'POST',
    headers: { ...own, 'content-length': '9000000' },
  });
  request.on('error', () => undefined); // we cut it ourselves
  const isSent = new Promise<void>((resolve) => {
    request.write(CONTENT, () => resolve());
  });
  await isSent;
  request.destroy();
  expect((await hand('whole.raw', CONTENT)).status).toBe(200);
  expect(lab.errors).toEqual([]);
});

test('the address of handed bytes is read back, and no other is taken for one', () => {
  for (const name of ['run 1.raw', 'a/b?c#d', '%', '…']) {
    expect(readDigestPath(digestPath('known', name))).toEqual({ set: 'known', name });
  }
  const others = [
    '/api/digest/',
    '/api/digest/all/',
    '/api/digest/some/a',
    '/api/digest/all/%E0%A4%A',
  ];
  expect(others.filter((path) => readDigestPath(path) !== null)).toEqual([]);
});
