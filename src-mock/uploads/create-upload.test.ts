import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchange } from './test-support/exchange.ts';
import { form, noise } from './test-support/form.ts';
import {
  begun,
  careful,
  create,
  creating,
  FILES,
  open,
  spool,
  spooled,
  type Headers,
} from './test-support/resumable-client.ts';
import { type BenchOptions, startBench } from './test-support/upload-server.ts';

test('one POST: 104 with address and limits, then the target’s own answer', async () => {
  const bench = await startBench({ basePath: '/api' });
  const body = form({ content: noise(100_000) });
  const answer = await create(bench, body, { 'Upload-Length': body.length });
  expect(answer.status).toBe(201);
  expect(answer.headers).toMatchObject({
    'upload-complete': '?1',
    'upload-offset': String(body.length),
  });
  expect(JSON.parse(answer.text)).toEqual({ message: 'File uploaded', fileId: 'file-1' });
  expect(answer.informed[0]).toMatchObject({
    status: 104,
    headers: {
      location: expect.stringMatching(/^\/api\/uploads\/[\w-]{43}$/),
      'upload-draft-interop-version': '9',
      'upload-limit': 'max-size=2048576, max-age=86400',
    },
  });
  expect(bench.received[0]?.content?.equals(noise(100_000))).toBe(true);
});

test('addresses do not repeat and are not written to disk', async () => {
  const bench = await startBench();
  const urls = await Promise.all([careful(bench), careful(bench), careful(bench)]);
  expect(new Set(urls).size).toBe(3);
  const folder = join(bench.folder, 'uploads');
  for (const name of await spool(bench)) {
    const text = name + (await readFile(join(folder, name), 'utf8'));
    for (const url of urls) expect(text).not.toContain(url.split('/').at(-1));
  }
});

test('progress is told while the body arrives', async () => {
  const bench = await startBench();
  const body = form({ content: noise(10_000) });
  const { running } = await open(bench, body, 0);
  bench.advanceClock(1_000);
  running.request.write(body.subarray(0, 4_000));
  await spooled(bench, 4_000);
  bench.advanceClock(10);
  running.request.end(body.subarray(4_000));
  const { informed } = await running.answer;
  expect(informed).toHaveLength(2);
  expect(informed[1]?.headers).toMatchObject({ 'upload-offset': '4000' });
  expect(informed[1]?.headers['location']).toBeUndefined();
});

test.each<[string, BenchOptions, Headers]>([
  ['the reading is off', { readings: { resumableUploads: 'off' } }, {}],
  ['the interop number is another', {}, { 'Upload-Draft-Interop-Version': 8 }],
  ['the interop number is no integer', {}, { 'Upload-Draft-Interop-Version': '?1' }],
  ['the service speaks another number', { readings: { resumableInteropVersion: 7 } }, {}],
  ['Upload-Complete is no boolean', {}, { 'Upload-Complete': '1' }],
])('an ordinary upload when %s', async (_what, options, headers) => {
  const bench = await startBench(options);
  const answer = await create(bench, form(), { 'Upload-Length': 3, ...headers });
  expect(answer.status).toBe(201);
  expect(answer.informed).toEqual([]);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('upload-'))).toEqual([]);
  expect(bench.received).toHaveLength(1);
});

test('switched off, addresses handed out before lead nowhere', async () => {
  const { bench, url } = await begun();
  bench.setReadings({ resumableUploads: 'off' });
  for (const method of ['HEAD', 'OPTIONS', 'PATCH']) {
    expect((await exchange(url, { method })).status).toBe(404);
  }
});

test('HTTP/1.0 gets no interim answer', async () => {
  const bench = await startBench();
  const body = form();
  const lines = Object.entries(creating({ 'Content-Length': body.length }));
  const top = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const socket = connect(bench.port, '127.0.0.1');
  socket.write(`POST ${FILES} HTTP/1.0\r\n${top}\r\n`);
  socket.write(body);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
  expect(bench.received).toHaveLength(1);
});

test('what cannot become a form is refused before an upload is made', async () => {
  const type = { 'Content-Type': 'application/json' };
  const answer = await create(await startBench(), Buffer.alloc(0), type);
  expect(answer.status).toBe(400);
  expect(answer.informed).toEqual([]);
});

test('a length beyond the limit is refused at once, with the limit', async () => {
  const bench = await startBench({ maxFileBytes: 1_000 });
  const headers = { 'Upload-Complete': '?0', 'Upload-Length': 9e6 };
  const answer = await create(bench, Buffer.alloc(0), headers);
  expect(answer.status).toBe(413);
  expect(answer.headers['upload-limit']).toBe('max-size=1049576, max-age=86400');
});

test('a file beyond the limit in a form within it: the target’s verdict', async () => {
  const bench = await startBench({ maxFileBytes: 1_000 });
  const answer = await create(bench, form({ content: noise(1_001) }));
  expect(answer.status).toBe(413);
  expect(answer.headers['upload-complete']).toBe('?1');
  expect(bench.received).toEqual([]);
});
