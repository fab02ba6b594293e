import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo-accounts.ts';
import { createProject, PRIMARY } from '../test-support/samples.ts';
import { as, type Bench, type Person, startBench } from '../test-support/service-client.ts';
import { exchange, type Exchanged } from '../uploads/test-support/exchange.ts';
import { form } from '../uploads/test-support/form.ts';
import { creating, patching, type Headers } from '../uploads/test-support/resumable-client.ts';

let bench: Bench;
let leader: Person;
let projectId: string;
beforeEach(async () => {
  bench = await startBench();
  leader = await bench.newPerson('Lea', { credits: 100 });
  projectId = await createProject(bench, leader);
});
afterEach(() => bench.stop());

const FORM = form({ fields: PRIMARY, fileName: 'a.txt' });
const CUT_AT = 100;

function send(method: string, path: string, headers: Headers, body: Buffer): Promise<Exchanged> {
  const known = { Authorization: `Bearer ${leader.token}`, 'Content-Length': body.length };
  return exchange(bench.service().url + path, { method, headers: { ...headers, ...known }, body });
}

/** Sends the first bytes of a resumable upload; returns its address. */
async function begin(): Promise<string> {
  const headers = creating({ 'Upload-Complete': '?0', 'Upload-Length': FORM.length });
  const path = `/projects/${projectId}/files`;
  const begun = await send('POST', path, headers, FORM.subarray(0, CUT_AT));
  expect(begun.status).toBe(201);
  return String(begun.headers['location']);
}

const ask = () => send('OPTIONS', `/projects/${projectId}/files`, {}, Buffer.alloc(0));

const finish = (location: string) =>
  send('PATCH', location, patching(CUT_AT), FORM.subarray(CUT_AT));

test('an upload begun before a restart is completed after it, and charged once', async () => {
  const location = await begin();
  await bench.restart();
  const done = await finish(location);
  expect(done.status).toBe(201);
  const { fileId } = JSON.parse(done.text) as { fileId: string };
  const file = await bench.ok('getPublicFile', { projectId, fileId }, as(leader));
  expect(file).toMatchObject({ name: 'a.txt', status: 'Pending' });
  expect(bench.charges(fileId)).toHaveLength(1);
});

test('who may no longer upload when the last byte arrives is refused, at no cost', async () => {
  const location = await begin();
  const admin = await bench.signIn(ADMINISTRATOR);
  const suspension = { adminId: admin.id, userEmail: leader.email };
  await bench.ok('suspendUser', suspension, as(admin, { reason: 'x' }));
  const before = bench.service().ledger();
  expect((await finish(location)).status).toBe(403);
  expect(bench.service().ledger()).toEqual(before);
});

test('an address that takes uploads announces that they can be resumed', async () => {
  const answer = await ask();
  expect(answer.status).toBe(204);
  expect(answer.headers['upload-limit']).toContain('max-size');
  bench.service().setReadings({ resumableUploads: 'off' });
  expect((await ask()).status).toBe(405);
});
