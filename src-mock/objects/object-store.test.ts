import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultReadings } from '../control/readings.ts';
import { exchange } from '../uploads/test-support/exchange.ts';
import { noise } from '../uploads/test-support/form.ts';
import { listen, temporaryFolder } from '../uploads/test-support/upload-server.ts';
import { attachment, makeObjectStore, selectRange } from './object-store.ts';

const CONTENT = noise(1_000);

async function startStore(content = CONTENT) {
  const folder = await temporaryFolder();
  let nowMs = 1_000_000;
  const store = makeObjectStore({
    folder: join(folder, 'objects'),
    secret: 'a secret of this store',
    nowMs: () => nowMs,
    readings: defaultReadings,
  });
  const bugs: unknown[] = [];
  const server = createServer((request, response) => {
    store.handle(request, response).catch((error: unknown) => bugs.push(error));
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const temporary = join(folder, 'incoming.part');
  await writeFile(temporary, content);
  const key = store.keep(temporary);
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { store, origin, key, temporary, advance, bugs };
}

/** Without the token that the usual exchange carries. */
const read = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  exchange(url, { method, headers, anonymous: true });

test('a link gives the content under its name', async () => {
  const { store, origin, key, temporary } = await startStore();
  expect(existsSync(temporary)).toBe(false);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  const answer = await read(store.link(`${origin}/base`, key, 'Zürich "x".czi'));
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(CONTENT)).toBe(true);
  expect(answer.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '1000',
    'content-disposition': `attachment; filename="Z_rich _x_.czi"; filename*=UTF-8''Z%C3%BCrich%20%22x%22.czi`,
  });
});

test('a link expires after the reading’s time', async () => {
  const { store, origin, key, advance } = await startStore();
  const url = store.link(origin, key, 'a');
  advance(defaultReadings().linkLifetimeMs - 1);
  expect((await read(url)).status).toBe(200);
  advance(1);
  expect((await read(url)).status).toBe(403);
});

test.each([
  ['another time', /expires=\d+/, 'expires=9999999999999'],
  ['a time that is none', /expires=\d+/, 'expires=1e99'],
  ['another name', 'name=a', 'name=b'],
  ['another key', /[0-9a-f]{32}/, '0'.repeat(32)],
  ['a path out of the store', /[0-9a-f]{32}/, '..%2f..%2fetc%2fpasswd'],
  ['another signature', /signature=[\w-]+/, `signature=${'x'.repeat(43)}`],
  ['no signature', /&?signature=[\w-]+/, ''],
])('a link with %s → 403', async (_what, part, other) => {
  const { store, origin, key } = await startStore();
  const url = store.link(origin, key, 'a');
  const changed = url.replace(part, other);
  expect(changed).not.toBe(url);
  expect((await read(changed)).status).toBe(403);
});

test('a removed object is gone; other methods, and a token brought along, are refused', async () => {
  const { store, origin, key } = await startStore();
  const url = store.link(origin, key, 'a');
  expect((await read(url, { Authorization: 'Bearer t' })).status).toBe(400);
  expect((await read(url, {}, 'PUT')).status).toBe(405);
  await store.remove(key);
  await store.remove(key);
  expect((await read(url)).status).toBe(404);
  expect(() => store.path('../x')).toThrow('not a key');
});

test('a range of the content → 206, one outside of it → 416', async () => {
  const { store, origin, key } = await startStore();
  const ask = (Range: string) => read(store.link(origin, key, 'a'), { Range });
  for (const [range, first, last] of [
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=10-99999', 10, 999],
  ] as const) {
    const { status, headers, bytes } = await ask(range);
    const told = `bytes ${first}-${last}/1000`;
    expect([range, status, headers['content-range']]).toEqual([range, 206, told]);
    expect(bytes.equals(CONTENT.subarray(first, last + 1))).toBe(true);
  }
  for (const range of ['bytes=1000-', 'bytes=-0', 'bytes=2000-3000']) {
    const { status, headers } = await ask(range);
    expect([range, status, headers['content-range']]).toEqual([range, 416, 'bytes */1000']);
  }
});

test('a range that is none is ignored', () => {
  for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-1', 'bytes=-', 'x']) {
    expect([range, selectRange(range, 1_000)]).toEqual([range, { kind: 'whole' }]);
  }
});

test('If-Range: a part only of what the client already has', async () => {
  const { store, origin, key } = await startStore();
  const url = store.link(origin, key, 'a');
  const etag = String((await read(url, {}, 'HEAD')).headers['etag']);
  const ask = async (condition: string) =>
    (await read(url, { Range: 'bytes=1-2', 'If-Range': condition })).status;
  expect([await ask(etag), await ask('"other"'), await ask(`W/${etag}`)]).toEqual([206, 200, 200]);
});

test('HEAD sends the headers of GET, and an empty object is one', async () => {
  const { store, origin, key } = await startStore();
  const answer = await read(store.link(origin, key, 'a'), {}, 'HEAD');
  expect([answer.status, answer.headers['content-length']]).toEqual([200, '1000']);
  expect(answer.bytes.length).toBe(0);
  const empty = await startStore(Buffer.alloc(0));
  const nothing = await read(empty.store.link(empty.origin, empty.key, 'a'));
  expect([nothing.status, nothing.headers['content-length']]).toEqual([200, '0']);
});

test('a client that leaves in the middle is no bug', async () => {
  const { store, origin, key, bugs } = await startStore(noise(5_000_000));
  const response = await fetch(store.link(origin, key, 'a'));
  await response.body?.cancel();
  expect((await read(store.link(origin, key, 'a'), { Range: 'bytes=0-0' })).status).toBe(206);
  expect(bugs).toEqual([]);
});

test.each([
  ['a\r\nSet-Cookie: x', 'a__Set-Cookie: x', 'a%0D%0ASet-Cookie%3A%20x'],
  ["it's (1)*.txt", "it's (1)*.txt", 'it%27s%20%281%29%2A.txt'],
  ['\ud800', '_', '%EF%BF%BD'],
])('the name %j is safe in a header', (name, plain, encoded) => {
  const header = `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
  expect(attachment(name)).toBe(header);
});
