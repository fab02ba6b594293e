import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { exchange, start } from './test-support/exchange.ts';
import { form, noise } from './test-support/form.ts';
import {
  FILES,
  PROBLEMS,
  creating,
  patching,
  careful,
  patch,
  head,
  cutUpload,
  spooledBytes,
  type Headers,
} from './test-support/resumable-client.ts';
import { startBench } from './test-support/upload-server.ts';

/** The machinery's own refusal, which is no verdict on the file. */
function expectInconsistent(answer: Awaited<ReturnType<typeof exchange>>): void {
  expect(answer.status).toBe(400);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json',
    'upload-complete': '?0',
  });
  expect(JSON.parse(answer.text)).toMatchObject({ type: `${PROBLEMS}inconsistent-upload-length` });
}

describe('resumption', () => {
  test.each([0, 1, 150, 100_000])(
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
        const told = Number((await head(url)).headers['upload-offset']);
        expect(told).toBeGreaterThanOrEqual(offset);
        expect(told).toBeLessThanOrEqual(offset + piece.length);
        offset = told;
      }
      expect((await patch(url, offset, body.subarray(offset))).status).toBe(201);
      expect(bench.received).toHaveLength(1);
      expect(bench.received[0]?.content?.equals(content)).toBe(true);
    };
    const cuts = fc.array(fc.nat(body.length), { maxLength: 4 });
    await fc.assert(fc.asyncProperty(cuts, run), { numRuns: 25 });
  });

  test('an append that breaks keeps what came', async () => {
    const bench = await startBench();
    const body = form({ content: noise(50_000) });
    const url = await careful(bench);
    const headers = { ...patching(0), 'Content-Length': body.length };
    const sending = { method: 'PATCH', headers, body: body.subarray(0, 20_000), open: true };
    const running = start(url, sending);
    await vi.waitFor(async () => expect(await spooledBytes(bench)).toBe(20_000));
    running.request.destroy();
    expect((await head(url)).headers['upload-offset']).toBe('20000');
    expect((await patch(url, 20_000, body.subarray(20_000))).status).toBe(201);
    expect(bench.received).toHaveLength(1);
  });

  test('a newer request ends the older one, and is told an offset that holds', async () => {
    const bench = await startBench();
    const body = form({ content: noise(50_000) });
    const headers = creating({ 'Content-Length': body.length });
    const sending = { method: 'POST', headers, body: body.subarray(0, 9_000), open: true };
    const older = start(bench.origin + FILES, sending);
    const url = bench.origin + ((await older.informed)['location'] ?? '');
    await vi.waitFor(async () => expect(await spooledBytes(bench)).toBe(9_000));
    expect((await head(url)).headers['upload-offset']).toBe('9000');
    await older.closed;
    await expect(older.answer).rejects.toThrow('socket hang up');
    expect((await patch(url, 9_000, body.subarray(9_000))).status).toBe(201);
    expect(bench.received).toHaveLength(1);
  });

  test('a wrong offset → 409 with the right one, and nothing is appended', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench);
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

  test.each<[string, Headers, number]>([
    ['it says another length', { 'Upload-Length': 999, 'Upload-Complete': '?0' }, 10],
    ['it says it is the end and is not', {}, 10],
  ])('inconsistent length when %s → 400', async (_what, headers, bytes) => {
    const bench = await startBench();
    const url = await careful(bench, { 'Upload-Length': 1_000 });
    const answer = await patch(url, 0, noise(bytes), headers);
    expectInconsistent(answer);
    expect((await head(url)).headers['upload-offset']).toBe('0');
  });

  test.each<[string, Headers, number]>([
    ['in one go', { 'Upload-Complete': '?0' }, 0],
    ['and calls it the end', {}, 0],
    ['after the length was reached', { 'Upload-Complete': '?0' }, 1_000],
  ])('an append beyond the length %s → 400, and no more of the upload', async (...row) => {
    const [, headers, before] = row;
    const bench = await startBench();
    const url = await careful(bench, { 'Upload-Length': 1_000 });
    const kept = await patch(url, 0, noise(before), { 'Upload-Complete': '?0' });
    expect(kept.status).toBe(204);
    expectInconsistent(await patch(url, before, noise(1_001 - before), headers));
    expect((await head(url)).status).toBe(404);
    expect((await patch(url, before, noise(1_000 - before))).status).toBe(404);
    expect(await spooledBytes(bench)).toBe(0);
    expect(bench.received).toEqual([]);
  });

  test('what comes beyond a complete upload leaves its answer as it was', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench, { 'Upload-Length': body.length });
    const first = await patch(url, 0, body);
    expectInconsistent(await patch(url, body.length, noise(1)));
    expect((await patch(url, body.length, Buffer.alloc(0))).text).toBe(first.text);
    expect(bench.received).toHaveLength(1);
  });

  test('a POST whose lengths contradict each other makes no upload', async () => {
    const bench = await startBench();
    const body = form();
    const headers = creating({ 'Content-Length': body.length, 'Upload-Length': 3 });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expectInconsistent(answer);
    expect(answer.informed).toEqual([]);
  });

  test('a chunked append that outgrows the length ends the upload', async () => {
    const bench = await startBench();
    const url = await careful(bench, { 'Upload-Length': 100 });
    const headers = patching(0, { 'Upload-Complete': '?0' });
    expectInconsistent(await exchange(url, { method: 'PATCH', headers, body: [noise(101)] }));
    expect((await head(url)).status).toBe(404);
  });

  test.each<[number, Headers]>([
    [415, { 'Content-Type': 'application/octet-stream' }],
    [400, { 'Upload-Offset': '?0' }],
    [400, { 'Upload-Complete': 'yes' }],
  ])('%i for an append with %j', async (status, headers) => {
    const bench = await startBench();
    const url = await careful(bench);
    const answer = await patch(url, 0, form(), headers);
    expect(answer.status).toBe(status);
    expect(answer.headers['upload-complete']).toBeUndefined();
    expect((await head(url)).headers['upload-offset']).toBe('0');
  });

  test('larger appends than allowed are refused with the limit; smaller ones pass', async () => {
    const bench = await startBench({ readings: { resumableMaxAppendBytes: 1_000 } });
    const body = form({ content: noise(1_500) });
    const headers = creating({ 'Content-Length': body.length });
    const whole = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expect(whole.status).toBe(413);
    expect(whole.headers['upload-limit']).toContain('max-append-size=1000');
    const url = await careful(bench);
    const chunked = { method: 'PATCH', headers: patching(0), body: [body.subarray(0, 1_001)] };
    expect((await exchange(url, chunked)).status).toBe(413);
    expect((await head(url)).headers['upload-offset']).toBe('1000');
    expect((await patch(url, 1_000, body.subarray(1_000))).status).toBe(201);
  });
});
