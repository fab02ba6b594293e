import { expect, test } from 'vitest';
import { form } from './test-support/form.ts';
import { begun, careful, create, head, open, patch } from './test-support/resumable-client.ts';
import { type Bench, startBench } from './test-support/upload-server.ts';

type Doing = Parameters<Bench['faults']['add']>[0]['do'];

async function withFault(doing: Doing): Promise<Bench> {
  const bench = await startBench();
  bench.faults.add({ endpoint: '*', do: doing });
  return bench;
}

test('104 suppressed', async () => {
  const { status, informed } = await create(await withFault({ kind: 'suppress-104' }), form());
  expect([status, informed]).toEqual([201, []]);
});

test('104 late: it comes while the body waits', async () => {
  const body = form();
  const { running, url } = await open(await withFault({ kind: 'late-104', ms: 30 }), body, 0);
  expect(new URL(url).pathname).toMatch(/^\/uploads\//);
  running.request.end(body);
  expect((await running.answer).status).toBe(201);
});

test('a Location of somebody else', async () => {
  const location = 'https://evil.example/u';
  const { informed } = await create(
    await withFault({ kind: 'foreign-location', location }),
    form(),
  );
  expect(informed[0]?.headers['location']).toBe(location);
});

test('no replay: 410', async () => {
  const url = await careful(await withFault({ kind: 'no-replay' }));
  const body = form();
  expect((await patch(url, 0, body)).status).toBe(201);
  expect((await patch(url, body.length, Buffer.alloc(0))).status).toBe(410);
});

test('offsets that are wrong', async () => {
  const { bench, body, url } = await begun();
  bench.faults.add({ endpoint: 'upload-resource', do: { kind: 'offset-shift', by: 7 } });
  expect((await head(url)).headers['upload-offset']).toBe('7');
  const answer = await patch(url, 0, body);
  expect([answer.status, answer.headers['upload-offset']]).toEqual([409, '7']);
});

test.each([404, 410] as const)('the upload is gone: %i', async (status) => {
  const { bench, url } = await begun();
  const gone = { kind: 'resource-gone', status } as const;
  bench.faults.add({ endpoint: 'upload-resource', times: 1, do: gone });
  expect((await head(url)).status).toBe(status);
  expect((await head(url)).status).toBe(404);
});
