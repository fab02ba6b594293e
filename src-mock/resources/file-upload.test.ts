import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/seed-accounts.ts';
import { type ProjectBench, useProjectBench } from '../test-support/project-bench.ts';
import { PRIMARY, sending, upload, UPLOADED, uploadForm } from '../test-support/samples.ts';
import { as, type Person } from '../test-support/service-client.ts';

const CHAIN_DELAY_MS = 2_000;

let lab: ProjectBench;
useProjectBench((bench) => {
  lab = bench;
});

const record = (fileId: string) =>
  lab.ok('getPublicFile', { projectId: lab.projectId, fileId }, as(lab.leader));

async function joinProject(person: Person): Promise<void> {
  const ids = { projectId: lab.projectId, userId: person.id };
  await lab.ok('inviteMember', ids, as(lab.leader));
  await lab.ok('activateMember', ids, as(person));
}

test('an upload is charged once, recorded, Pending at first and Available after the delay', async () => {
  const { projectId, leader, member } = lab;
  const before = await lab.balanceOf(member);
  const fileId = await upload(lab, 'uploadPublicFile', projectId, member);
  expect(await lab.balanceOf(member)).toBe(before - 1);
  const { body } = await lab.call('getPublicFile', { projectId, fileId }, as(leader));
  expect(body).toEqual({
    id: fileId,
    name: 'run-01.csv',
    ownerId: member.id,
    ownerName: 'Max',
    ownerLastName: 'Tester',
    label: 'run',
    type: 'primary',
    fileFormat: 'text/csv',
    linkToProcedure: null,
    procedureDescription: null,
    primaryData: null,
    downloadStatistic: 0,
    uploaded: UPLOADED,
    status: 'Pending',
  });
  lab.clock.nowMs += CHAIN_DELAY_MS - 1;
  expect((await record(fileId)).status).toBe('Pending');
  lab.clock.nowMs += 1;
  expect((await record(fileId)).status).toBe('Available');
  expect(lab.charges(fileId)).toEqual([[-1, 'PUBLIC_FILE_UPLOAD']]);
  expect(lab.recordsOf(fileId)).toHaveLength(1);
});

test('leader and active members upload; invited, colleagues, strangers and administrators do not', async () => {
  const { projectId, leader, invited, colleague, stranger, status } = lab;
  const admin = await lab.signIn(ADMINISTRATOR);
  for (const person of [invited, colleague, stranger, admin]) {
    expect(await status('uploadPublicFile', { projectId }, sending(person))).toBe(403);
  }
  expect(await status('uploadPublicFile', { projectId: 'none' }, sending(leader))).toBe(404);
  expect(await status('uploadPublicFile', { projectId }, { form: uploadForm() })).toBe(401);
  expect((await lab.ok('listPublicFiles', { projectId }, as(leader))).totalRecords).toBe(0);
});

const SECONDARY = { ...PRIMARY, type: 'secondary', procedureDescription: 'Sums' };

test.each([
  [{ type: 'primary', uploaded: UPLOADED }, 'label'],
  [{ ...PRIMARY, type: 'tertiary' }, 'type'],
  [{ ...PRIMARY, uploaded: 'today' }, 'uploaded'],
  [{ ...PRIMARY, primaryData: 'x' }, 'primaryData'],
  [{ ...PRIMARY, type: 'secondary' }, 'procedureDescription'],
  [{ ...SECONDARY, linkToProcedure: 'x', primaryData: 'y' }, 'linkToProcedure'],
])(
  'a form that is not in order is 400, names the part and costs nothing: %o',
  async (fields, words) => {
    const before = lab.service().ledger();
    const { projectId, leader } = lab;
    expect(
      await lab.call('uploadPublicFile', { projectId }, sending(leader, { fields })),
    ).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining(words) } } });
    expect(lab.service().ledger()).toEqual(before);
  },
);

test('a secondary file cites existing files, primary ones as primaryData', async () => {
  const { projectId, leader } = lab;
  const primary = await upload(lab, 'uploadPublicFile', projectId, leader);
  const citing = (primaryData: string) => ({
    fields: { ...SECONDARY, linkToProcedure: primary, primaryData },
  });
  const cites = citing(`${primary}, ${primary}`);
  const fileId = await upload(lab, 'uploadPublicFile', projectId, leader, cites);
  expect(await record(fileId)).toMatchObject(cites.fields);
  const refused = await lab.call(
    'uploadPublicFile',
    { projectId },
    sending(leader, citing(fileId)),
  );
  const error = { message: expect.stringContaining('not primary') };
  expect(refused).toMatchObject({ status: 400, body: { error } });
});

test('without enough credits nothing is kept: no row, no record, no content', async () => {
  const { projectId, status } = lab;
  const poor = await lab.newPerson('Pia', { organisation: 'Poor Lab' });
  await joinProject(poor);
  const before = lab.service().ledger();
  expect(await status('uploadPublicFile', { projectId }, sending(poor))).toBe(402);
  expect(await status('uploadPrivateFile', { projectId }, sending(poor))).toBe(402);
  expect(lab.service().ledger()).toEqual(before);
  const free = sending(poor, { content: '' });
  expect(await status('uploadPublicFile', { projectId }, free)).toBe(201);
});

test('two uploads that compete for the last credit: one is kept, the other leaves nothing', async () => {
  const { projectId, status } = lab;
  const last = await lab.newPerson('Lars', { organisation: 'Poor Lab', credits: 1 });
  await joinProject(last);
  const folder = join(lab.dataFolder, 'private');
  const before = (await readdir(folder)).length;
  const send = () => status('uploadPrivateFile', { projectId }, sending(last));
  const statuses = await Promise.all([send(), send()]);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 402]);
  expect(await lab.balanceOf(last)).toBe(0);
  expect(await readdir(folder)).toHaveLength(before + 1);
});

test('a file over the maximum is 413 and costs nothing', async () => {
  const { projectId, leader, status } = lab;
  lab.service().setReadings({ maxFileBytes: 10 });
  const before = await lab.balanceOf(leader);
  const send = (content: string) =>
    status('uploadPublicFile', { projectId }, sending(leader, { content }));
  expect(await send('x'.repeat(11))).toBe(413);
  expect(await lab.balanceOf(leader)).toBe(before);
  expect(await send('x'.repeat(10))).toBe(201);
});

test.each([
  ['echoed', UPLOADED],
  ['cut', '2030-02-28T10:11:12Z'],
  ['replaced', null],
] as const)('the uploaded time is %s', async (uploaded, expected) => {
  lab.service().setReadings({ uploaded });
  const fileId = await upload(lab, 'uploadPublicFile', lab.projectId, lab.leader);
  const now = new Date(lab.clock.nowMs).toISOString();
  expect((await record(fileId)).uploaded).toBe(expected ?? now);
});

test('a name of the readings ends as NotarizationError: no certificate, but it can be deleted', async () => {
  const { projectId, leader } = lab;
  lab.service().setReadings({ notarizationErrorNames: ['broken'] });
  const name = 'broken-1.csv';
  const fileId = await upload(lab, 'uploadPublicFile', projectId, leader, { name });
  expect((await record(fileId)).status).toBe('Pending');
  lab.recorded();
  expect((await record(fileId)).status).toBe('NotarizationError');
  const ids = { projectId, fileId };
  expect(await lab.status('getPublicCertificate', ids, as(leader))).toBe(404);
  await lab.ok('deletePublicFile', ids, as(leader, { userId: leader.id, reason: 'failed' }));
});
