import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Refusal } from '../http/answer.ts';
import { exchange, start } from './test-support/exchange.ts';
import { form, FORM_TYPE, noise } from './test-support/form.ts';
import { type Bench, type BenchOptions, listen, startBench } from './test-support/upload-server.ts';

const FILES = '/projects/p1/files';
const WORDS = { 'Upload-Draft-Interop-Version': 9 } as const;
const PROBLEMS = 'https://iana.org/assignments/http-problem-types#';

type Headers = Record<string, string | number>;

function creating(headers: Headers = {}): Headers {
  return { 'Content-Type': FORM_TYPE, 'Upload-Complete': '?1', ...WORDS, ...headers };
}

function patching(offset: number, headers: Headers = {}): Headers {
  return {
    'Content-Type': 'application/partial-upload',
    'Upload-Offset': offset,
    'Upload-Complete': '?1',
    ...WORDS,
    ...headers,
  };
}

/** POST `?0` with an empty body: the address, and nothing sent yet. */
async function careful(bench: Bench, headers: Headers = {}): Promise<string> {
  const more = creating({ 'Upload-Complete': '?0', 'Content-Length': 0, ...headers });
  const answer = await exchange(bench.origin + FILES, { method: 'POST', headers: more });
  expect(answer.status).toBe(201);
  return bench.origin + (answer.headers['location'] ?? '');
}

const patch = (url: string, offset: number, body: Buffer, headers: Headers = {}) =>
  exchange(url, {
    method: 'PATCH',
    headers: { 'Content-Length': body.length, ...patching(offset, headers) },
    body,
  });

const head = (url: string, headers: Headers = {}) => exchange(url, { method: 'HEAD', headers });

/** Sends the first bytes of an upload, then cuts the connection; resolves when the service has noticed. */
async function cutUpload(bench: Bench, body: Buffer, sentBytes: number): Promise<string> {
  const headers = creating({ 'Content-Length': body.length, 'Upload-Length': body.length });
  const sending = { method: 'POST', headers, body: body.subarray(0, sentBytes), open: true };
  const running = start(bench.origin + FILES, sending);
  const { location } = await running.informed;
  await vi.waitFor(async () => expect(await spooledBytes(bench)).toBe(sentBytes));
  running.request.destroy();
  return bench.origin + (location ?? '');
}

async function spooledBytes(bench: Bench): Promise<number> {
  const folder = join(bench.folder, 'uploads');
  const spool = (await readdir(folder)).find((name) => name.endsWith('.body'));
  return spool === undefined ? 0 : (await stat(join(folder, spool))).size;
}

describe('creation', () => {
  test('[MT10] one POST: 104 with address and limits, then the target’s own answer', async () => {
    const bench = await startBench({ basePath: '/api' });
    const body = form({ content: noise(100_000) });
    const headers = creating({ 'Content-Length': body.length, 'Upload-Length': body.length });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
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

  test('[MT10] POST ?0: 201 with the address; pieces follow and the last one gets the target’s answer', async () => {
    const bench = await startBench();
    const body = form({ content: noise(5_000) });
    const url = await careful(bench);
    const first = await patch(url, 0, body.subarray(0, 1_000), { 'Upload-Complete': '?0' });
    expect(first.status).toBe(204);
    expect(first.headers).toMatchObject({ 'upload-complete': '?0', 'upload-offset': '1000' });
    const last = await patch(url, 1_000, body.subarray(1_000));
    expect(last.status).toBe(201);
    expect(last.headers['upload-complete']).toBe('?1');
    expect(bench.received[0]?.content?.equals(noise(5_000))).toBe(true);
    expect(await spooledBytes(bench)).toBe(0);
  });

  test('[MT10] addresses do not repeat and are not written to disk', async () => {
    const bench = await startBench();
    const urls = await Promise.all([careful(bench), careful(bench), careful(bench)]);
    expect(new Set(urls).size).toBe(3);
    const folder = join(bench.folder, 'uploads');
    for (const name of await readdir(folder)) {
      const text = name + (await readFile(join(folder, name), 'utf8'));
      for (const url of urls) expect(text).not.toContain(url.split('/').at(-1));
    }
  });

  test('[MT12] progress is told while the body arrives', async () => {
    const bench = await startBench();
    const body = form({ content: noise(10_000) });
    const headers = creating({ 'Content-Length': body.length });
    const running = start(bench.origin + FILES, { method: 'POST', headers, open: true });
    await running.informed;
    bench.advanceClock(1_000);
    running.request.write(body.subarray(0, 4_000));
    await vi.waitFor(async () => expect(await spooledBytes(bench)).toBe(4_000));
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
  ])('[MT13] an ordinary upload when %s', async (_what, options, headers) => {
    const bench = await startBench(options);
    const body = form();
    const sent = creating({ 'Content-Length': body.length, 'Upload-Length': 3, ...headers });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers: sent, body });
    expect(answer.status).toBe(201);
    expect(answer.informed).toEqual([]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('upload-'))).toEqual([]);
    expect(bench.received).toHaveLength(1);
  });

  test('[MT13] switched off, addresses handed out before lead nowhere', async () => {
    const bench = await startBench();
    const url = await careful(bench);
    bench.setReadings({ resumableUploads: 'off' });
    for (const method of ['HEAD', 'OPTIONS', 'PATCH']) {
      expect((await exchange(url, { method })).status).toBe(404);
    }
  });

  test('[MT13] HTTP/1.0 gets no interim answer', async () => {
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

  test('[MT14] what cannot become a form is refused before an upload is made', async () => {
    const bench = await startBench();
    const headers = creating({ 'Content-Type': 'application/json', 'Content-Length': 0 });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers });
    expect(answer.status).toBe(400);
    expect(answer.informed).toEqual([]);
  });

  test('[MT14] a length beyond the limit is refused at once, with the limit', async () => {
    const bench = await startBench({ maxFileBytes: 1_000 });
    const headers = creating({
      'Content-Length': 0,
      'Upload-Complete': '?0',
      'Upload-Length': 9e6,
    });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers });
    expect(answer.status).toBe(413);
    expect(answer.headers['upload-limit']).toBe('max-size=1049576, max-age=86400');
  });

  test('[MT14] a file beyond the limit in a form within it: the target’s verdict', async () => {
    const bench = await startBench({ maxFileBytes: 1_000 });
    const body = form({ content: noise(1_001) });
    const headers = creating({ 'Content-Length': body.length });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
    expect(answer.headers['upload-complete']).toBe('?1');
    expect(bench.received).toEqual([]);
  });
});

describe('resumption', () => {
  test.each([0, 1, 150, 100_000])(
    '[MT15] cut after %i bytes: HEAD tells what is there, PATCH brings the rest',
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

  test('[MT15] wherever it is cut, and however often, one file with the right bytes comes out', async () => {
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

  test('[MT15] an append that breaks keeps what came', async () => {
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

  test('[MT16] a newer request ends the older one, and is told an offset that holds', async () => {
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

  test('[MT17] a wrong offset → 409 with the right one, and nothing is appended', async () => {
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

  test.each<[string, Headers, number, number]>([
    ['its content goes beyond the length', { 'Upload-Complete': '?0' }, 0, 2_000],
    ['it says another length', { 'Upload-Length': 999, 'Upload-Complete': '?0' }, 0, 10],
    ['it says it is the end and is not', {}, 0, 10],
  ])('[MT18] inconsistent length when %s → 400', async (_what, headers, offset, bytes) => {
    const bench = await startBench();
    const url = await careful(bench, { 'Upload-Length': 1_000 });
    const answer = await patch(url, offset, noise(bytes), headers);
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(answer.text)).toMatchObject({
      type: `${PROBLEMS}inconsistent-upload-length`,
    });
    expect((await head(url)).headers['upload-offset']).toBe('0');
  });

  test('[MT18] a POST whose lengths contradict each other makes no upload', async () => {
    const bench = await startBench();
    const body = form();
    const headers = creating({ 'Content-Length': body.length, 'Upload-Length': 3 });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(answer.informed).toEqual([]);
  });

  test('[MT18] a chunked append that outgrows the length ends the upload', async () => {
    const bench = await startBench();
    const url = await careful(bench, { 'Upload-Length': 100 });
    const headers = patching(0, { 'Upload-Complete': '?0' });
    const answer = await exchange(url, { method: 'PATCH', headers, body: [noise(101)] });
    expect(answer.status).toBe(400);
    expect((await head(url)).status).toBe(404);
  });

  test.each<[number, Headers]>([
    [415, { 'Content-Type': 'application/octet-stream' }],
    [400, { 'Upload-Offset': '?0' }],
    [400, { 'Upload-Complete': 'yes' }],
  ])('[MT11] %i for an append with %j', async (status, headers) => {
    const bench = await startBench();
    const url = await careful(bench);
    const answer = await patch(url, 0, form(), headers);
    expect(answer.status).toBe(status);
    expect(answer.headers['upload-complete']).toBeUndefined();
    expect((await head(url)).headers['upload-offset']).toBe('0');
  });

  test('[MT19] larger appends than allowed are refused with the limit; smaller ones pass', async () => {
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

describe('completion', () => {
  test('[MT20] an empty PATCH ?1 completes what is there', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench);
    await patch(url, 0, body, { 'Upload-Complete': '?0' });
    expect(bench.received).toEqual([]);
    expect((await head(url)).headers['upload-complete']).toBe('?0');
    expect((await patch(url, body.length, Buffer.alloc(0))).status).toBe(201);
    expect(bench.received).toHaveLength(1);
  });

  test('[MT21] the target runs once, however many ask, and all get the same answer', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench);
    const gate = Promise.withResolvers<void>();
    bench.setTarget(async () => {
      await gate.promise;
      return { status: 201, headers: { 'X-Kept': 'yes' }, body: { message: 'm', fileId: 'one' } };
    });
    const older = start(url, {
      method: 'PATCH',
      headers: { ...patching(0), 'Content-Length': body.length },
      body,
    });
    await vi.waitFor(() => expect(bench.received).toHaveLength(1));
    const newer = patch(url, body.length, Buffer.alloc(0));
    await older.closed; // the newer request ended it
    gate.resolve();
    const answers = [await newer, await patch(url, body.length, Buffer.alloc(0))];
    for (const answer of answers) {
      expect(answer.status).toBe(201);
      expect(answer.headers).toMatchObject({ 'upload-complete': '?1', 'x-kept': 'yes' });
      expect(JSON.parse(answer.text)).toEqual({ message: 'm', fileId: 'one' });
    }
    expect(bench.received).toHaveLength(1);
  });

  test('[MT21] two requests racing to complete run the target once', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench);
    await patch(url, 0, body, { 'Upload-Complete': '?0' });
    const racing = [1, 2, 3].map(() => patch(url, body.length, Buffer.alloc(0)));
    const settled = await Promise.allSettled(racing);
    const statuses = settled.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.status] : [],
    );
    expect(statuses.length).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(bench.received).toHaveLength(1);
  });

  test('[MT21] a refusal is the kept answer too', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench);
    bench.setTarget(() => Promise.reject(new Refusal(402, 'not enough credits')));
    const refused = await patch(url, 0, body);
    bench.setTarget(async () => ({ status: 201, body: {} }));
    const again = await patch(url, body.length, Buffer.alloc(0));
    for (const answer of [refused, again]) {
      expect(answer.status).toBe(402);
      expect(answer.headers['upload-complete']).toBe('?1');
      expect(answer.text).toContain('not enough credits');
    }
    expect(bench.received).toHaveLength(1);
  });

  test('[MT22] a completed upload takes nothing more', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench);
    await patch(url, 0, body);
    expect((await head(url)).headers).toMatchObject({
      'upload-complete': '?1',
      'upload-offset': String(body.length),
    });
    const more = await patch(url, body.length, Buffer.from('x'));
    expect(more.status).toBe(400);
    expect(more.headers['upload-complete']).toBeUndefined();
    expect((await patch(url, 0, body)).status).toBe(409);
    expect(bench.received).toHaveLength(1);
  });
});

describe('an upload’s life', () => {
  test('[MT23] it survives a restart, with what it had received', async () => {
    const bench = await startBench();
    const body = form({ content: noise(30_000) });
    const path = new URL(await cutUpload(bench, body, 12_345)).pathname;
    const next = await bench.restart();
    expect((await head(next.origin + path)).headers['upload-offset']).toBe('12345');
    const answer = await patch(next.origin + path, 12_345, body.subarray(12_345));
    expect(answer.status).toBe(201);
    expect(next.received[0]?.content?.equals(noise(30_000))).toBe(true);
    expect(bench.received).toEqual([]);
  });

  test('[MT23] the answer of a completed one survives a restart; the target is not asked again', async () => {
    const bench = await startBench();
    const body = form();
    const path = new URL(await careful(bench)).pathname;
    await patch(bench.origin + path, 0, body);
    const next = await bench.restart();
    const replayed = await patch(next.origin + path, body.length, Buffer.alloc(0));
    expect(JSON.parse(replayed.text)).toEqual({ message: 'File uploaded', fileId: 'file-1' });
    expect(next.received).toEqual([]);
  });

  test('[MT24] a restart during the target’s run: the outcome is unknown, and nothing runs twice', async () => {
    const bench = await startBench();
    const body = form();
    const path = new URL(await careful(bench)).pathname;
    const stuck = Promise.withResolvers<never>();
    bench.setTarget(() => stuck.promise);
    const running = start(bench.origin + path, {
      method: 'PATCH',
      headers: { ...patching(0), 'Content-Length': body.length },
      body,
    });
    await vi.waitFor(() => expect(bench.received).toHaveLength(1));
    const next = await bench.restart();
    const told = await head(next.origin + path);
    expect(told.headers).toMatchObject({ 'upload-complete': '?1' });
    const answer = await patch(next.origin + path, body.length, Buffer.alloc(0));
    expect(answer.status).toBe(410);
    expect(JSON.parse(answer.text)).toMatchObject({ type: `${PROBLEMS}completed-upload` });
    expect(next.received).toEqual([]);
    running.request.destroy();
  });

  test('[MT23] without a way back to its target it is gone', async () => {
    const bench = await startBench();
    const path = new URL(await careful(bench)).pathname;
    const next = await bench.restart({ withTargets: false });
    expect((await head(next.origin + path)).status).toBe(404);
  });

  test('[MT23] half-received forms of a crashed run are swept away', async () => {
    const bench = await startBench();
    await careful(bench);
    await writeFile(join(bench.folder, 'uploads', 'orphan.part'), 'x');
    const next = await bench.restart();
    await careful(next);
    expect(await readdir(join(next.folder, 'uploads'))).not.toContain('orphan.part');
  });

  test('[MT25] strangers see 404, callers without a token 401; neither disturbs the transfer', async () => {
    const bench = await startBench();
    const body = form({ content: noise(9_000) });
    const headers = creating({ 'Content-Length': body.length });
    const sending = { method: 'POST', headers, body: body.subarray(0, 500), open: true };
    const running = start(bench.origin + FILES, sending);
    const url = bench.origin + ((await running.informed)['location'] ?? '');
    for (const method of ['HEAD', 'GET', 'PATCH', 'DELETE']) {
      const stranger = { method, headers: { Authorization: 'Bearer stranger' } };
      expect((await exchange(url, stranger)).status).toBe(404);
    }
    const nobody = await fetch(url, { method: 'HEAD' });
    expect(nobody.status).toBe(401);
    running.request.end(body.subarray(500));
    expect((await running.answer).status).toBe(201);
  });

  test.each(['short', '..%2F..%2Fetc%2Fpasswd', 'A'.repeat(43), `${'A'.repeat(43)}/x`, ''])(
    '[MT25] no upload at %j',
    async (secret) => {
      const bench = await startBench();
      expect((await head(`${bench.origin}/uploads/${secret}`)).status).toBe(404);
    },
  );

  test('[MT26] DELETE ends the running transfer and leaves nothing', async () => {
    const bench = await startBench();
    const body = form({ content: noise(9_000) });
    const headers = creating({ 'Content-Length': body.length });
    const sending = { method: 'POST', headers, body: body.subarray(0, 500), open: true };
    const running = start(bench.origin + FILES, sending);
    const url = bench.origin + ((await running.informed)['location'] ?? '');
    expect((await exchange(url, { method: 'DELETE' })).status).toBe(204);
    await running.closed;
    expect((await head(url)).status).toBe(404);
    expect(await readdir(join(bench.folder, 'uploads'))).toEqual([]);
    expect(bench.received).toEqual([]);
  });

  test('[MT27] it expires, and so does a kept answer', async () => {
    const bench = await startBench({ readings: { resumableMaxAgeSeconds: 60 } });
    const body = form();
    const [begun, finished] = [await careful(bench), await careful(bench)];
    bench.advanceClock(30_000);
    await patch(finished, 0, body);
    expect((await head(begun)).headers['upload-limit']).toContain('max-age=30');
    bench.advanceClock(31_000);
    expect((await head(begun)).status).toBe(404);
    expect((await patch(finished, body.length, Buffer.alloc(0))).status).toBe(201);
    bench.advanceClock(30_000);
    expect((await head(finished)).status).toBe(404);
    expect(await readdir(join(bench.folder, 'uploads'))).toEqual([]);
  });

  test('[MT27] making an upload sweeps the expired ones', async () => {
    const bench = await startBench({ readings: { resumableMaxAgeSeconds: 60 } });
    await careful(bench);
    bench.advanceClock(61_000);
    await careful(bench);
    expect(await readdir(join(bench.folder, 'uploads'))).toHaveLength(2);
  });

  test('[MT28] OPTIONS tells what is possible, to anyone', async () => {
    const bench = await startBench({ maxFileBytes: 1_000 });
    const answer = await fetch(`${bench.origin}/uploads/anything`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('accept-patch')).toBe('application/partial-upload');
    expect(answer.headers.get('upload-limit')).toMatch(/^max-size=\d+, max-age=86400$/);
    expect((await exchange(await careful(bench), { method: 'PUT' })).status).toBe(405);
  });
});

async function withFault(doing: Parameters<Bench['faults']['add']>[0]['do']) {
  const bench = await startBench();
  bench.faults.add({ endpoint: '*', do: doing });
  return bench;
}

describe('faults in the protocol', () => {
  test('[MT29] 104 suppressed', async () => {
    const bench = await withFault({ kind: 'suppress-104' });
    const body = form();
    const headers = creating({ 'Content-Length': body.length });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expect([answer.status, answer.informed]).toEqual([201, []]);
  });

  test('[MT29] 104 late: it comes while the body waits', async () => {
    const bench = await withFault({ kind: 'late-104', ms: 30 });
    const body = form();
    const headers = creating({ 'Content-Length': body.length });
    const running = start(bench.origin + FILES, { method: 'POST', headers, open: true });
    expect((await running.informed)['location']).toMatch(/^\/uploads\//);
    running.request.end(body);
    expect((await running.answer).status).toBe(201);
  });

  test('[MT29] a Location of somebody else', async () => {
    const bench = await withFault({ kind: 'foreign-location', location: 'https://evil.example/u' });
    const body = form();
    const headers = creating({ 'Content-Length': body.length });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expect(answer.informed[0]?.headers['location']).toBe('https://evil.example/u');
  });

  test('[MT29] no replay: 410', async () => {
    const bench = await withFault({ kind: 'no-replay' });
    const url = await careful(bench);
    const body = form();
    expect((await patch(url, 0, body)).status).toBe(201);
    expect((await patch(url, body.length, Buffer.alloc(0))).status).toBe(410);
  });

  test('[MT29] offsets that are wrong', async () => {
    const bench = await startBench();
    const url = await careful(bench);
    bench.faults.add({ endpoint: 'upload-resource', do: { kind: 'offset-shift', by: 7 } });
    expect((await head(url)).headers['upload-offset']).toBe('7');
    const answer = await patch(url, 0, form());
    expect([answer.status, answer.headers['upload-offset']]).toEqual([409, '7']);
  });

  test.each([404, 410] as const)('[MT29] the upload is gone: %i', async (status) => {
    const bench = await startBench();
    const url = await careful(bench);
    const gone = { kind: 'resource-gone', status } as const;
    bench.faults.add({ endpoint: 'upload-resource', times: 1, do: gone });
    expect((await head(url)).status).toBe(status);
    expect((await head(url)).status).toBe(404);
  });
});

test('[MT9] an interim answer with a line break in it is refused, and none follows the final one', async () => {
  const { informOfUpload, writeByHand } = await import('../http/interim.ts');
  const results: unknown[] = [];
  const server = createServer((_request, response) => {
    expect(() => writeByHand(response, { Location: 'a\r\nX: y' })).toThrow(TypeError);
    writeByHand(response, { Location: '/by-hand' });
    response.end();
    results.push(informOfUpload(response, { Location: '/late' }));
  });
  const answer = await exchange(`http://127.0.0.1:${await listen(server)}/`);
  expect(answer.informed).toMatchObject([{ status: 104, headers: { location: '/by-hand' } }]);
  expect(results).toEqual([false]);
});
