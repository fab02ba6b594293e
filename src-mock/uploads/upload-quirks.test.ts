import { describe, expect, test } from 'vitest';
import { exchange, start } from './test-support/exchange.ts';
import { form } from './test-support/form.ts';
import { FILES, creating, careful, patch, head } from './test-support/resumable-client.ts';
import { type Bench, startBench } from './test-support/upload-server.ts';

async function withFault(doing: Parameters<Bench['faults']['add']>[0]['do']) {
  const bench = await startBench();
  bench.faults.add({ endpoint: '*', do: doing });
  return bench;
}

describe('faults in the protocol', () => {
  test('104 suppressed', async () => {
    const bench = await withFault({ kind: 'suppress-104' });
    const body = form();
    const headers = creating({ 'Content-Length': body.length });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expect([answer.status, answer.informed]).toEqual([201, []]);
  });

  test('104 late: it comes while the body waits', async () => {
    const bench = await withFault({ kind: 'late-104', ms: 30 });
    const body = form();
    const headers = creating({ 'Content-Length': body.length });
    const running = start(bench.origin + FILES, { method: 'POST', headers, open: true });
    expect((await running.informed)['location']).toMatch(/^\/uploads\//);
    running.request.end(body);
    expect((await running.answer).status).toBe(201);
  });

  test('a Location of somebody else', async () => {
    const bench = await withFault({ kind: 'foreign-location', location: 'https://evil.example/u' });
    const body = form();
    const headers = creating({ 'Content-Length': body.length });
    const answer = await exchange(bench.origin + FILES, { method: 'POST', headers, body });
    expect(answer.informed[0]?.headers['location']).toBe('https://evil.example/u');
  });

  test('no replay: 410', async () => {
    const bench = await withFault({ kind: 'no-replay' });
    const url = await careful(bench);
    const body = form();
    expect((await patch(url, 0, body)).status).toBe(201);
    expect((await patch(url, body.length, Buffer.alloc(0))).status).toBe(410);
  });

  test('offsets that are wrong', async () => {
    const bench = await startBench();
    const url = await careful(bench);
    bench.faults.add({ endpoint: 'upload-resource', do: { kind: 'offset-shift', by: 7 } });
    expect((await head(url)).headers['upload-offset']).toBe('7');
    const answer = await patch(url, 0, form());
    expect([answer.status, answer.headers['upload-offset']]).toEqual([409, '7']);
  });

  test.each([404, 410] as const)('the upload is gone: %i', async (status) => {
    const bench = await startBench();
    const url = await careful(bench);
    const gone = { kind: 'resource-gone', status } as const;
    bench.faults.add({ endpoint: 'upload-resource', times: 1, do: gone });
    expect((await head(url)).status).toBe(status);
    expect((await head(url)).status).toBe(404);
  });
});
