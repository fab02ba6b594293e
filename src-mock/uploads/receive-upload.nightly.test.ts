import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { exchange } from './test-support/exchange.ts';
import { FORM_TAIL, FORM_TYPE, formHead, noise } from './test-support/form.ts';
import { startBench } from './test-support/upload-server.ts';

test('a gigantic file passes in flat memory', { timeout: 120_000 }, async () => {
  const sizeBytes = 300 * 1024 * 1024;
  const bench = await startBench({ maxFileBytes: sizeBytes, keepContent: false });
  const block = noise(1024 * 1024);
  const digest = createHash('sha256');
  let peakBytes = 0;
  function* body() {
    yield formHead();
    for (let sent = 0; sent < sizeBytes; sent += block.length) {
      digest.update(block);
      peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
      yield block;
    }
    yield FORM_TAIL;
  }
  const before = process.memoryUsage().rss;
  const headers = { 'Content-Type': FORM_TYPE };
  const url = `${bench.origin}/projects/p1/files`;
  const answer = await exchange(url, { method: 'POST', headers, body: body() });
  expect(answer.status).toBe(201);
  expect(bench.received[0]?.sizeBytes).toBe(sizeBytes);
  expect(bench.received[0]?.form.file.digests.sha256).toEqual(digest.digest());
  expect(peakBytes - before).toBeLessThan(sizeBytes / 2);
});
