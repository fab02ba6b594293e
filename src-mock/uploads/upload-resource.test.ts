import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exchange, start } from './test-support/exchange.ts';
import { form, noise } from './test-support/form.ts';
import {
  begun,
  careful,
  cutUpload,
  head,
  open,
  patch,
  patching,
  PROBLEMS,
  spool,
} from './test-support/resumable-client.ts';
import { type Bench, startBench } from './test-support/upload-server.ts';

const NOTHING = Buffer.alloc(0);

/** The same upload at the service that was started again. */
const at = ({ origin }: Bench, url: string) => origin + new URL(url).pathname;

test('an upload survives a restart, with what it had received', async () => {
  const bench = await startBench();
  const body = form({ content: noise(30_000) });
  const url = await cutUpload(bench, body, 12_345);
  const next = await bench.restart();
  expect((await head(at(next, url))).headers['upload-offset']).toBe('12345');
  expect((await patch(at(next, url), 12_345, body.subarray(12_345))).status).toBe(201);
  expect(next.received[0]?.content?.equals(noise(30_000))).toBe(true);
  expect(bench.received).toEqual([]);
});

test('the answer of a completed one survives a restart; the target is not asked again', async () => {
  const { bench, body, url } = await begun();
  await patch(url, 0, body);
  const next = await bench.restart();
  const replayed = await patch(at(next, url), body.length, NOTHING);
  expect(JSON.parse(replayed.text)).toEqual({ message: 'File uploaded', fileId: 'file-1' });
  expect(next.received).toEqual([]);
});

test('a restart during the target’s run: the outcome is unknown, and nothing runs twice', async () => {
  const { bench, body, url } = await begun();
  const stuck = Promise.withResolvers<never>();
  bench.setTarget(() => stuck.promise);
  const headers = { ...patching(0), 'Content-Length': body.length };
  const running = start(url, { method: 'PATCH', headers, body });
  await expect.poll(() => bench.received).toHaveLength(1);
  const next = await bench.restart();
  expect((await head(at(next, url))).headers['upload-complete']).toBe('?1');
  const answer = await patch(at(next, url), body.length, NOTHING);
  expect(answer.status).toBe(410);
  expect(JSON.parse(answer.text)).toMatchObject({ type: `${PROBLEMS}completed-upload` });
  expect(next.received).toEqual([]);
  running.request.destroy();
});

test('an upload without a way back to its target is gone', async () => {
  const { bench, url } = await begun();
  const next = await bench.restart({ withTargets: false });
  expect((await head(at(next, url))).status).toBe(404);
});

test('half-received forms of a crashed run are swept away', async () => {
  const { bench } = await begun();
  await writeFile(join(bench.folder, 'uploads', 'orphan.part'), 'x');
  const next = await bench.restart();
  await careful(next);
  expect(await spool(next)).not.toContain('orphan.part');
});

test('a record that cannot be read is removed, and stands in nobody’s way', async () => {
  const { bench, url } = await begun();
  const record = (await spool(bench)).find((name) => name.endsWith('.jsonl')) ?? '';
  await writeFile(join(bench.folder, 'uploads', record), '{"of": "another version"}\n');
  await careful(bench);
  expect((await head(url)).status).toBe(404);
  expect(await spool(bench)).toHaveLength(2);
});

test('of a record that a crash cut off, what was written before counts', async () => {
  const { bench, url } = await begun();
  const record = (await spool(bench)).find((name) => name.endsWith('.jsonl')) ?? '';
  await appendFile(join(bench.folder, 'uploads', record), '{"ownerKey": "');
  expect((await head(at(await bench.restart(), url))).status).toBe(204);
});

test('strangers see 404, callers without a token 401; neither disturbs the transfer', async () => {
  const bench = await startBench();
  const body = form({ content: noise(9_000) });
  const { running, url } = await open(bench, body, 500);
  for (const method of ['HEAD', 'GET', 'PATCH', 'DELETE']) {
    const stranger = { method, headers: { Authorization: 'Bearer stranger' } };
    expect((await exchange(url, stranger)).status).toBe(404);
  }
  expect((await exchange(url, { method: 'HEAD', anonymous: true })).status).toBe(401);
  running.request.end(body.subarray(500));
  expect((await running.answer).status).toBe(201);
});

test('no upload at an address that was never given', async () => {
  const { origin } = await startBench();
  const unknown = 'A'.repeat(43);
  for (const secret of ['short', '..%2F..%2Fetc%2Fpasswd', unknown, `${unknown}/x`, '']) {
    expect([secret, (await head(`${origin}/uploads/${secret}`)).status]).toEqual([secret, 404]);
  }
});

test('DELETE ends the running transfer and leaves nothing', async () => {
  const bench = await startBench();
  const body = form({ content: noise(9_000) });
  const { running, url } = await open(bench, body, 500);
  expect((await exchange(url, { method: 'DELETE' })).status).toBe(204);
  await running.closed;
  expect((await head(url)).status).toBe(404);
  expect(await spool(bench)).toEqual([]);
  expect(bench.received).toEqual([]);
});

test('an upload expires, and so does a kept answer', async () => {
  const bench = await startBench({ readings: { resumableMaxAgeSeconds: 60 } });
  const body = form();
  const [unfinished, finished] = [await careful(bench), await careful(bench)];
  bench.advanceClock(30_000);
  await patch(finished, 0, body);
  expect((await head(unfinished)).headers['upload-limit']).toContain('max-age=30');
  bench.advanceClock(31_000);
  expect((await head(unfinished)).status).toBe(404);
  expect((await patch(finished, body.length, NOTHING)).status).toBe(201);
  bench.advanceClock(30_000);
  expect((await head(finished)).status).toBe(404);
  expect(await spool(bench)).toEqual([]);
});

test('making an upload sweeps the expired ones', async () => {
  const bench = await startBench({ readings: { resumableMaxAgeSeconds: 60 } });
  await careful(bench);
  bench.advanceClock(61_000);
  await careful(bench);
  expect(await spool(bench)).toHaveLength(2);
});

test('OPTIONS tells what is possible, to anyone', async () => {
  const bench = await startBench({ maxFileBytes: 1_000 });
  const answer = await fetch(`${bench.origin}/uploads/anything`, { method: 'OPTIONS' });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('accept-patch')).toBe('application/partial-upload');
  expect(answer.headers.get('upload-limit')).toMatch(/^max-size=\d+, max-age=86400$/);
  expect((await exchange(await careful(bench), { method: 'PUT' })).status).toBe(405);
});
