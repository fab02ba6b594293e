import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
} from './test-support/resumable-client.ts';
import { startBench } from './test-support/upload-server.ts';

describe('an upload’s life', () => {
  test('it survives a restart, with what it had received', async () => {
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

  test('the answer of a completed one survives a restart; the target is not asked again', async () => {
    const bench = await startBench();
    const body = form();
    const path = new URL(await careful(bench)).pathname;
    await patch(bench.origin + path, 0, body);
    const next = await bench.restart();
    const replayed = await patch(next.origin + path, body.length, Buffer.alloc(0));
    expect(JSON.parse(replayed.text)).toEqual({ message: 'File uploaded', fileId: 'file-1' });
    expect(next.received).toEqual([]);
  });

  test('a restart during the target’s run: the outcome is unknown, and nothing runs twice', async () => {
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

  test('without a way back to its target it is gone', async () => {
    const bench = await startBench();
    const path = new URL(await careful(bench)).pathname;
    const next = await bench.restart({ withTargets: false });
    expect((await head(next.origin + path)).status).toBe(404);
  });

  test('half-received forms of a crashed run are swept away', async () => {
    const bench = await startBench();
    await careful(bench);
    await writeFile(join(bench.folder, 'uploads', 'orphan.part'), 'x');
    const next = await bench.restart();
    await careful(next);
    expect(await readdir(join(next.folder, 'uploads'))).not.toContain('orphan.part');
  });

  test('a record that cannot be read is removed, and stands in nobody’s way', async () => {
    const bench = await startBench();
    const url = await careful(bench);
    const folder = join(bench.folder, 'uploads');
    const record = (await readdir(folder)).find((name) => name.endsWith('.json')) ?? '';
    await writeFile(join(folder, record), '{"of": "another version"}');
    await careful(bench);
    expect((await head(url)).status).toBe(404);
    expect(await readdir(folder)).toHaveLength(2);
  });

  test('strangers see 404, callers without a token 401; neither disturbs the transfer', async () => {
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
    'no upload at %j',
    async (secret) => {
      const bench = await startBench();
      expect((await head(`${bench.origin}/uploads/${secret}`)).status).toBe(404);
    },
  );

  test('DELETE ends the running transfer and leaves nothing', async () => {
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

  test('it expires, and so does a kept answer', async () => {
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

  test('making an upload sweeps the expired ones', async () => {
    const bench = await startBench({ readings: { resumableMaxAgeSeconds: 60 } });
    await careful(bench);
    bench.advanceClock(61_000);
    await careful(bench);
    expect(await readdir(join(bench.folder, 'uploads'))).toHaveLength(2);
  });

  test('OPTIONS tells what is possible, to anyone', async () => {
    const bench = await startBench({ maxFileBytes: 1_000 });
    const answer = await fetch(`${bench.origin}/uploads/anything`, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('accept-patch')).toBe('application/partial-upload');
    expect(answer.headers.get('upload-limit')).toMatch(/^max-size=\d+, max-age=86400$/);
    expect((await exchange(await careful(bench), { method: 'PUT' })).status).toBe(405);
  });
});
