import { createHash } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startDigest } from '../../src-main/digests/digest-algorithms.ts';
import { HASH_ALGORITHMS } from '../control/readings.ts';
import { Refusal } from '../http/answer.ts';
import { exchange, start, type Running } from './test-support/exchange.ts';
import { BOUNDARY, form, FORM_TAIL, FORM_TYPE, formHead, noise } from './test-support/form.ts';
import { type Bench, startBench } from './test-support/upload-server.ts';
import { hasOwnConnections } from '../../src-main/test-support/this-system.ts';

const FILES = '/projects/p1/files';

function post(bench: Bench, body: Buffer, headers: Record<string, string | number> = {}) {
  return exchange(bench.origin + FILES, {
    method: 'POST',
    headers: { 'Content-Type': FORM_TYPE, 'Content-Length': body.length, ...headers },
    body,
  });
}

/** A request that says it has so many bytes, and stays open after these. */
function opened(bench: Bench, body: Buffer, length: number): Running {
  const headers = { 'Content-Type': FORM_TYPE, 'Content-Length': length };
  return start(bench.origin + FILES, { method: 'POST', headers, body, open: true });
}

const leftovers = (bench: Bench) => readdir(join(bench.folder, 'uploads'));

test('fields and content arrive as they were sent', async () => {
  const bench = await startBench();
  const content = noise(300_000);
  const answer = await post(bench, form({ content, fields: { type: 'primary', label: 'ä, b' } }));
  expect(answer.status).toBe(201);
  expect(JSON.parse(answer.text)).toEqual({ message: 'File uploaded', fileId: 'file-1' });
  expect(bench.received).toHaveLength(1);
  expect(bench.received[0]).toMatchObject({
    fields: { type: 'primary', label: 'ä, b' },
    name: 'run-01.raw',
    contentType: 'application/octet-stream',
    sizeBytes: 300_000,
  });
  expect(bench.received[0]?.content?.equals(content)).toBe(true);
});

test('for a target that wants digests only, nothing is written to disk', async () => {
  const bench = await startBench({ wantsContent: false });
  const content = noise(300_000);
  let onDisk: readonly string[] | null = null;
  bench.setTarget(async () => {
    onDisk = await leftovers(bench);
    return { status: 200, body: {} };
  });
  expect((await post(bench, form({ content }))).status).toBe(200);
  expect(onDisk).toEqual([]);
  const sha256 = createHash('sha256').update(content).digest();
  expect(bench.received[0]?.form.file.digests.sha256).toEqual(sha256);
});

const looksAlike = `\r\n--${BOUNDARY.slice(0, -1)}\r\n--\r\n\r\n-${BOUNDARY}--`;

test.each([
  ['an empty file', ''],
  ['content that looks like a boundary', looksAlike],
  ['content that ends like the beginning of one', `a\r\nb\r\n--${BOUNDARY.slice(0, 9)}`],
])('%s arrives as it is, also byte by byte', async (_what, content) => {
  const bench = await startBench();
  const whole = form({ content });
  const bytes = Array.from({ length: whole.length }, (_, at) => whole.subarray(at, at + 1));
  const bodies = hasOwnConnections ? [whole, bytes] : [whole, whole];
  for (const body of bodies) {
    const headers = { 'Content-Type': FORM_TYPE };
    await exchange(bench.origin + FILES, { method: 'POST', headers, body });
  }
  const arrived = bench.received.map((each) => each.content?.toString());
  expect(arrived).toEqual([content, content]);
});

test('a name of 255 bytes, quotes, line breaks and backslashes arrives byte for byte', async () => {
  const bench = await startBench();
  const name = `"a"\r\n\\b\\\\${'ü'.repeat(120)}.${'c'.repeat(5)}`;
  expect(Buffer.byteLength(name)).toBe(255);
  expect((await post(bench, form({ fileName: name }))).status).toBe(201);
  expect(bench.received[0]?.name).toBe(name);
});

test.each(HASH_ALGORITHMS)('SHA-256 and %s are computed on the way', async (algorithm) => {
  const bench = await startBench({ readings: { fileHash: { algorithm, encoding: 'hex' } } });
  const content = noise(10_000);
  await post(bench, form({ content }));
  const digests = bench.received[0]?.form.file.digests;
  const independent = startDigest(algorithm === 'blake2b512' ? 'blake2b-512' : algorithm);
  independent.update(content);
  expect(digests?.[algorithm]?.toString('hex')).toBe(independent.finish());
  expect(digests?.sha256).toEqual(createHash('sha256').update(content).digest());
});

const twice = Buffer.concat([formHead(), Buffer.from('a\r\n'), form({ fields: {} })]);
const firstField = formHead().subarray(0, formHead().indexOf('\r\n--', 5) + 2);
const lateName = form().toString('latin1').replace('run-01.raw', '');
test.each([
  ['no file part', Buffer.concat([Buffer.from(`--${BOUNDARY}--\r\n`)])],
  ['the file under another name', form({ filePart: 'upload' })],
  ['the file twice', twice],
  ['a file without a name', Buffer.from(lateName, 'latin1')],
  ['no closing delimiter', form().subarray(0, -6)],
  ['no delimiter at all', Buffer.from('hello')],
  ['headers cut off', Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="fi`)],
  ['an empty body', Buffer.alloc(0)],
  ['closed within headers', Buffer.from(`--${BOUNDARY}\r\nContent-Disp\r\n--${BOUNDARY}--\r\n`)],
  ['a field twice', Buffer.concat([firstField, form()])],
])('%s → 400, and nothing stays behind', async (_what, body) => {
  const bench = await startBench();
  const answer = await post(bench, body);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { statusCode: 400 } });
  expect(bench.received).toEqual([]);
  expect(bench.bugs).toEqual([]);
  expect(await leftovers(bench)).toEqual([]);
});

test('another content type than that of a form → 400', async () => {
  const bench = await startBench();
  for (const type of ['application/json', 'multipart/form-data', '']) {
    expect((await post(bench, form(), { 'Content-Type': type })).status).toBe(400);
  }
});

test('a file of exactly the limit passes, one byte more is 413', async () => {
  const bench = await startBench({ maxFileBytes: 1_000 });
  expect((await post(bench, form({ content: noise(1_000) }))).status).toBe(201);
  expect((await post(bench, form({ content: noise(1_001) }))).status).toBe(413);
  expect(bench.received).toHaveLength(1);
  expect(await leftovers(bench)).toEqual([]);
});

test('a Content-Length beyond any form is refused unread, and the sender sees it', async () => {
  const bench = await startBench({ maxFileBytes: 1_000 });
  const running = opened(bench, Buffer.alloc(0), 50_000_000);
  expect((await running.answer).status).toBe(413);
  running.request.destroy();
});

test.runIf(hasOwnConnections)(
  'a chunked body that grows too large gets its 413 while it is being sent',
  async () => {
    const bench = await startBench({ maxFileBytes: 100_000 });
    const body = Buffer.concat([formHead(), noise(4_000_000), FORM_TAIL]);
    const chunks = Array.from({ length: 41 }, (_, at) => body.subarray(at * 1e5, (at + 1) * 1e5));
    const headers = { 'Content-Type': FORM_TYPE };
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body: chunks });
    expect(answer.status).toBe(413);
    expect(bench.received).toEqual([]);
  },
);

test('the temporary file is deleted when the target leaves it, kept when the target moves it', async () => {
  const bench = await startBench();
  await post(bench, form());
  expect(await leftovers(bench)).toEqual([]);
  const kept = join(bench.folder, 'kept');
  bench.setTarget(async ({ file }) => {
    await rename(file.temporaryPath, kept);
    return { status: 201, body: {} };
  });
  await post(bench, form());
  expect(await readdir(bench.folder)).toContain('kept');
});

test('the temporary file is deleted when the target refuses or fails', async () => {
  const bench = await startBench();
  bench.setTarget(() => Promise.reject(new Refusal(402, 'no credits')));
  expect((await post(bench, form())).status).toBe(402);
  bench.setTarget(() => Promise.reject(new Error('a bug')));
  expect((await post(bench, form())).status).toBe(500);
  expect(bench.bugs).toEqual([new Error('a bug')]);
  expect(await leftovers(bench)).toEqual([]);
});

test.each([
  ['breaks off before its last byte', form({ content: noise(200_000) }).subarray(0, -1)],
  ['is not whole although its form is', form()],
])('a request that %s never reaches the target', async (_what, body) => {
  const bench = await startBench();
  const running = opened(bench, body, body.length + 10);
  await expect.poll(() => leftovers(bench)).toHaveLength(1);
  running.request.destroy();
  await expect.poll(() => leftovers(bench)).toEqual([]);
  expect(bench.received).toEqual([]);
  expect(bench.bugs).toEqual([]);
});
