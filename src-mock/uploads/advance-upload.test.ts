import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchange, start, type Exchanged } from './test-support/exchange.ts';
import { form, noise } from './test-support/form.ts';
import {
  begun,
  careful,
  create,
  cutUpload,
  head,
  open,
  patch,
  patching,
  PROBLEMS,
  spooled,
  spooledBytes,
  type Headers,
} from './test-support/resumable-client.ts';
import { startBench } from './test-support/upload-server.ts';

/** The machinery's own refusal, which is no verdict on the file. */
function expectInconsistent(answer: Exchanged): void {
  expect(answer.status).toBe(400);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'upload-complete': '?0',
  });
  expect(JSON.parse(answer.text)).toMatchObject({ type: `${PROBLEMS}inconsistent-upload-length` });
}

const offsetOf = async (url: string) => (await head(url)).headers['upload-offset'];

test.each([0, 150, 100_000])(
  'cut after %i bytes: HEAD tells what is there, PATCH brings the rest',
  async (sentBytes) => {
    const bench = await startBench();
    const content = noise(150_000);
    const body = form({ content });
    const url = await cutUpload(bench, body, sentBytes);
    const told = await head(url);
    expect(told.status).toBe(204);
    expect(told.headers).toMatchObject({
      'upload-offset': String(sentBytes),
      'upload-complete': '?0',
      'upload-length': String(body.length),
      'upload-limit': 'max-size=2048576, max-age=86400',
      'cache-control': 'no-store',
    });
    expect((await patch(url, sentBytes, body.subarray(sentBytes))).status).toBe(201);
    expect(bench.received).toHaveLength(1);
    expect(bench.received[0]?.content?.equals(content)).toBe(true);
  },
);

test('wherever it is cut, and however often, one file with the right bytes comes out', async () => {
  const bench = await startBench();
  const content = noise(40_000);
  const body = form({ content });
  const run = async (cuts: readonly number[]) => {
    bench.received.length = 0;
    const url = await careful(bench, { 'Upload-Length': body.length });
    let offset = 0;
    for (const cut of cuts.toSorted((one, other) => one - other)) {
      const headers = { ...patching(offset), 'Content-Length': body.length - offset };
      const piece = body.subarray(offset, Math.max(offset, Math.min(cut, body.length - 1)));
      const running = start(url, { method: 'PATCH', headers, body: piece, open: true });
      if (piece.length === 0) running.request.flushHeaders();
      setImmediate(() => running.request.destroy());
      await running.closed;
      const told = Number(await offsetOf(url));
      expect(told).toBeGreaterThanOrEqual(offset);
      expect(told).toBeLessThanOrEqual(offset + piece.length);
      offset = told;
    }
    expect((await patch(url, offset, body.subarray(offset))).status).toBe(201);
    expect(bench.received).toHaveLength(1);
    expect(bench.received[0]?.content?.equals(content)).toBe(true);
  };
  const cuts = fc.array(fc.nat(body.length), { maxLength: 4 });
  await fc.assert(fc.asyncProperty(cuts, run), { numRuns: 20 });
});

test('an append that breaks keeps what came', async () => {
  const { bench, url } = await begun();
  const body = form({ content: noise(50_000) });
  const headers = { ...patching(0), 'Content-Length': body.length };
  const sending = { method: 'PATCH', headers, body: body.subarray(0, 20_000), open: true };
  const running = start(url, sending);
  await spooled(bench, 20_000);
  running.request.destroy();
  expect(await offsetOf(url)).toBe('20000');
  expect((await patch(url, 20_000, body.subarray(20_000))).status).toBe(201);
  expect(bench.received).toHaveLength(1);
});

test('a newer request ends the older one, and is told an offset that holds', async () => {
  const bench = await startBench();
  const body = form({ content: noise(50_000) });
  const { running: older, url } = await open(bench, body, 9_000);
  expect(await offsetOf(url)).toBe('9000');
  await older.closed;
  await expect(older.answer).rejects.toThrow('socket hang up');
  expect((await patch(url, 9_000, body.subarray(9_000))).status).toBe(201);
  expect(bench.received).toHaveLength(1);
});

test('a wrong offset → 409 with the right one, and nothing is appended', async () => {
  const { bench, body, url } = await begun();
  const answer = await patch(url, 5, body);
  expect(answer.status).toBe(409);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'content-length': String(answer.bytes.length),
    'upload-offset': '0',
    'upload-complete': '?0',
  });
  expect(JSON.parse(answer.text)).toMatchObject({
    type: `${PROBLEMS}mismatching-upload-offset`,
    'expected-offset': 0,
    'provided-offset': 5,
  });
  expect(await spooledBytes(bench)).toBe(0);
});

test.each<[string, Headers]>([
  ['it says another length', { 'Upload-Length': 999, 'Upload-Complete': '?0' }],
  ['it says it is the end and is not', {}],
])('inconsistent length when %s → 400', async (_what, headers) => {
  const { url } = await begun({}, { 'Upload-Length': 1_000 });
  expectInconsistent(await patch(url, 0, noise(10), headers));
  expect(await offsetOf(url)).toBe('0');
});

test.each<[string, Headers, number]>([
  ['in one go', { 'Upload-Complete': '?0' }, 0],
  ['and calls it the end', {}, 0],
  ['after the length was reached', { 'Upload-Complete': '?0' }, 1_000],
])('an append beyond the length %s → 400, and no more of the upload', async (...row) => {
  const [, headers, before] = row;
  const { bench, url } = await begun({}, { 'Upload-Length': 1_000 });
  const kept = await patch(url, 0, noise(before), { 'Upload-Complete': '?0' });
  expect(kept.status).toBe(204);
  expectInconsistent(await patch(url, before, noise(1_001 - before), headers));
  expect((await head(url)).status).toBe(404);
  expect((await patch(url, before, noise(1_000 - before))).status).toBe(404);
  expect(await spooledBytes(bench)).toBe(0);
  expect(bench.received).toEqual([]);
});

test('a chunked append that outgrows the length ends the upload', async () => {
  const { url } = await begun({}, { 'Upload-Length': 100 });
  const headers = patching(0, { 'Upload-Complete': '?0' });
  expectInconsistent(await exchange(url, { method: 'PATCH', headers, body: [noise(101)] }));
  expect((await head(url)).status).toBe(404);
});

test('a POST whose lengths contradict each other makes no upload', async () => {
  const answer = await create(await startBench(), form(), { 'Upload-Length': 3 });
  expectInconsistent(answer);
  expect(answer.informed).toEqual([]);
});

test.each<[number, Headers]>([
  [415, { 'Content-Type': 'application/octet-stream' }],
  [400, { 'Upload-Offset': '?0' }],
  [400, { 'Upload-Complete': 'yes' }],
])('%i for an append with %j', async (status, headers) => {
  const { body, url } = await begun();
  const answer = await patch(url, 0, body, headers);
  expect(answer.status).toBe(status);
  expect(answer.headers['upload-complete']).toBeUndefined();
  expect(await offsetOf(url)).toBe('0');
});

test('pieces follow each other, the last one gets the target’s answer, and nothing stays behind', async () => {
  const { bench, url } = await begun();
  const body = form({ content: noise(5_000) });
  const first = await patch(url, 0, body.subarray(0, 1_000), { 'Upload-Complete': '?0' });
  expect(first.status).toBe(204);
  expect(first.headers).toMatchObject({ 'upload-complete': '?0', 'upload-offset': '1000' });
  const last = await patch(url, 1_000, body.subarray(1_000));
  expect([last.status, last.headers['upload-complete']]).toEqual([201, '?1']);
  expect(bench.received[0]?.content?.equals(noise(5_000))).toBe(true);
  expect(await spooledBytes(bench)).toBe(0);
});

test('larger appends than allowed are refused with the limit; smaller ones pass', async () => {
  const { bench, url } = await begun({ readings: { resumableMaxAppendBytes: 1_000 } });
  const body = form({ content: noise(1_500) });
  const whole = await create(bench, body);
  expect(whole.status).toBe(413);
  expect(whole.headers['upload-limit']).toContain('max-append-size=1000');
  const chunked = { method: 'PATCH', headers: patching(0), body: [body.subarray(0, 1_001)] };
  expect((await exchange(url, chunked)).status).toBe(413);
  expect(await offsetOf(url)).toBe('1000');
  expect((await patch(url, 1_000, body.subarray(1_000))).status).toBe(201);
});
