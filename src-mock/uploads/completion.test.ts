import { expect, test } from 'vitest';
import { Refusal } from '../http/answer.ts';
import { start } from './test-support/exchange.ts';
import { begun, head, patch, patching } from './test-support/resumable-client.ts';

const NOTHING = Buffer.alloc(0);

test('an empty PATCH ?1 completes what is there; a completed upload takes nothing more', async () => {
  const { bench, body, url } = await begun();
  await patch(url, 0, body, { 'Upload-Complete': '?0' });
  expect(bench.received).toEqual([]);
  const told = { 'upload-offset': String(body.length) };
  expect((await head(url)).headers).toMatchObject({ ...told, 'upload-complete': '?0' });
  const done = await patch(url, body.length, NOTHING);
  expect(done.status).toBe(201);
  expect((await head(url)).headers).toMatchObject({ ...told, 'upload-complete': '?1' });
  const more = await patch(url, body.length, Buffer.from('x'));
  expect(more.status).toBe(400);
  expect(more.headers['upload-complete']).toBe('?0'); // not the target's words
  expect((await patch(url, 0, body)).status).toBe(409);
  expect((await patch(url, body.length, NOTHING)).text).toBe(done.text);
  expect(bench.received).toHaveLength(1);
});

test('the target runs once, however many ask, and all get the same answer', async () => {
  const { bench, body, url } = await begun();
  const gate = Promise.withResolvers<void>();
  bench.setTarget(async () => {
    await gate.promise;
    return { status: 201, headers: { 'X-Kept': 'yes' }, body: { message: 'm', fileId: 'one' } };
  });
  const headers = { ...patching(0), 'Content-Length': body.length };
  const older = start(url, { method: 'PATCH', headers, body });
  await expect.poll(() => bench.received).toHaveLength(1);
  const newer = patch(url, body.length, NOTHING);
  await older.closed; // the newer request ended it
  gate.resolve();
  for (const answer of [await newer, await patch(url, body.length, NOTHING)]) {
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ 'upload-complete': '?1', 'x-kept': 'yes' });
    expect(JSON.parse(answer.text)).toEqual({ message: 'm', fileId: 'one' });
  }
  expect(bench.received).toHaveLength(1);
});

test('requests racing to complete run the target once', async () => {
  const { bench, body, url } = await begun();
  await patch(url, 0, body, { 'Upload-Complete': '?0' });
  const racing = [1, 2, 3].map(() => patch(url, body.length, NOTHING));
  const settled = await Promise.allSettled(racing);
  const answered = settled.filter((one) => one.status === 'fulfilled');
  expect(new Set(answered.map(({ value }) => value.status))).toEqual(new Set([201]));
  expect(bench.received).toHaveLength(1);
});

test('a refusal is the kept answer too', async () => {
  const { bench, body, url } = await begun();
  bench.setTarget(() => Promise.reject(new Refusal(402, 'not enough credits')));
  const refused = await patch(url, 0, body);
  bench.setTarget(async () => ({ status: 201, body: {} }));
  for (const answer of [refused, await patch(url, body.length, NOTHING)]) {
    expect(answer.status).toBe(402);
    expect(answer.headers['upload-complete']).toBe('?1');
    expect(answer.text).toContain('not enough credits');
  }
  expect(bench.received).toHaveLength(1);
});
