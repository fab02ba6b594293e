import { describe, expect, test, vi } from 'vitest';
import { Refusal } from '../http/answer.ts';
import { start } from './test-support/exchange.ts';
import { form } from './test-support/form.ts';
import { patching, careful, patch, head } from './test-support/resumable-client.ts';
import { startBench } from './test-support/upload-server.ts';

describe('completion', () => {
  test('an empty PATCH ?1 completes what is there', async () => {
    const bench = await startBench();
    const body = form();
    const url = await careful(bench);
    await patch(url, 0, body, { 'Upload-Complete': '?0' });
    expect(bench.received).toEqual([]);
    expect((await head(url)).headers['upload-complete']).toBe('?0');
    expect((await patch(url, body.length, Buffer.alloc(0))).status).toBe(201);
    expect(bench.received).toHaveLength(1);
  });

  test('the target runs once, however many ask, and all get the same answer', async () => {
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

  test('two requests racing to complete run the target once', async () => {
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

  test('a refusal is the kept answer too', async () => {
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

  test('a completed upload takes nothing more', async () => {
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
    expect(more.headers['upload-complete']).toBe('?0'); // not the target's words
    expect((await patch(url, 0, body)).status).toBe(409);
    expect(bench.received).toHaveLength(1);
  });
});
