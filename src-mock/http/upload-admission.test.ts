import { expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/seed-accounts.ts';
import { type ProjectBench, useProjectBench } from '../test-support/project-bench.ts';
import { PRIMARY } from '../test-support/samples.ts';
import { as, type Person } from '../test-support/service-client.ts';
import { exchange, type Exchanged } from '../uploads/test-support/exchange.ts';
import { form } from '../uploads/test-support/form.ts';
import { creating, patching, type Headers } from '../uploads/test-support/resumable-client.ts';

let lab: ProjectBench;
useProjectBench((bench) => {
  lab = bench;
});

const FORM = form({ fields: PRIMARY, fileName: 'a.txt' });
const CUT_AT = 100;

function send(
  { token }: Person,
  method: string,
  path: string,
  headers: Headers,
  body: Buffer,
): Promise<Exchanged> {
  const known = { Authorization: `Bearer ${token}`, 'Content-Length': body.length };
  return exchange(lab.service().url + path, { method, headers: { ...headers, ...known }, body });
}

/** Sends the first bytes of a resumable upload; returns its address. */
async function begin(person: Person): Promise<string> {
  const headers = creating({ 'Upload-Complete': '?0', 'Upload-Length': FORM.length });
  const path = `/projects/${lab.projectId}/files`;
  const begun = await send(person, 'POST', path, headers, FORM.subarray(0, CUT_AT));
  expect(begun.status).toBe(201);
  return String(begun.headers['location']);
}

const finish = (person: Person, location: string) =>
  send(person, 'PATCH', location, patching(CUT_AT), FORM.subarray(CUT_AT));

test('an upload begun before a restart is completed after it, and charged once', async () => {
  const { projectId, leader } = lab;
  const location = await begin(leader);
  await lab.restart();
  const done = await finish(leader, location);
  expect(done.status).toBe(201);
  const { fileId } = JSON.parse(done.text) as { fileId: string };
  const file = await lab.ok('getPublicFile', { projectId, fileId }, as(leader));
  expect(file).toMatchObject({ name: 'a.txt', status: 'Pending' });
  expect(lab.charges(fileId)).toHaveLength(1);
});

test('who may no longer upload when the last byte arrives is refused, at no cost', async () => {
  const { member } = lab;
  const location = await begin(member);
  const admin = await lab.signIn(ADMINISTRATOR);
  const suspension = { adminId: admin.id, userEmail: member.email };
  await lab.ok('suspendUser', suspension, as(admin, { reason: 'x' }));
  const before = lab.service().ledger();
  expect((await finish(member, location)).status).toBe(403);
  expect(lab.service().ledger()).toEqual(before);
  await lab.ok('revokeSuspension', suspension, as(admin));
});

test('an address that takes uploads announces that they can be resumed', async () => {
  const path = `/projects/${lab.projectId}/files`;
  const ask = () => send(lab.leader, 'OPTIONS', path, {}, Buffer.alloc(0));
  const answer = await ask();
  expect(answer.status).toBe(204);
  expect(answer.headers['upload-limit']).toContain('max-size');
  lab.service().setReadings({ resumableUploads: 'off' });
  expect((await ask()).status).toBe(405);
});
