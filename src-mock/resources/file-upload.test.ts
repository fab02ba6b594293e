import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo-accounts.ts';
import { PRIMARY, upload, UPLOADED, uploadForm } from '../test-support/samples.ts';
import { type ProjectBench, startProjectBench } from '../test-support/project-bench.ts';
import type { Bench, Person } from '../test-support/service-client.ts';

const CHAIN_DELAY_MS = 2_000;

let stage: ProjectBench;
let bench: Bench;
let leader: Person;
let member: Person;
let invited: Person;
let colleague: Person;
let stranger: Person;
let projectId: string;
beforeAll(async () => {
  stage = await startProjectBench();
  ({ bench, leader, member, invited, colleague, stranger } = stage);
});
beforeEach(async () => {
  projectId = await stage.freshProject();
});
afterAll(() => bench.stop());

const as = ({ token }: Person, body?: unknown) => ({ token, body });
const record = (fileId: string, person = leader) =>
  bench.ok('getPublicFile', { projectId, fileId }, as(person));

describe('uploads', () => {
  test('an upload is charged once, recorded, Pending at first and Available after the delay', async () => {
    const before = await stage.balanceOf(member);
    const fileId = await upload(bench, 'uploadPublicFile', projectId, member);
    expect(await stage.balanceOf(member)).toBe(before - 1);
    const { body } = await bench.call('getPublicFile', { projectId, fileId }, as(leader));
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
    bench.clock.nowMs += CHAIN_DELAY_MS - 1;
    expect((await record(fileId)).status).toBe('Pending');
    bench.clock.nowMs += 1;
    expect((await record(fileId)).status).toBe('Available');
    const { transactions, records } = bench.service().ledger();
    const charges = transactions.filter((one) => one.subjectId === fileId);
    expect(charges.map(({ amount, type }) => [amount, type])).toEqual([[-1, 'PUBLIC_FILE_UPLOAD']]);
    expect(records.filter((one) => one.subjectId === fileId)).toHaveLength(1);
  });

  test('leader and active members upload; invited, colleagues, strangers and administrators do not', async () => {
    const admin = await bench.signIn(ADMINISTRATOR);
    for (const person of [invited, colleague, stranger, admin]) {
      const sent = { token: person.token, form: uploadForm() };
      expect((await bench.call('uploadPublicFile', { projectId }, sent)).status).toBe(403);
    }
    const sent = { token: leader.token, form: uploadForm() };
    expect((await bench.call('uploadPublicFile', { projectId: 'none' }, sent)).status).toBe(404);
    expect(
      (await bench.call('uploadPublicFile', { projectId }, { form: uploadForm() })).status,
    ).toBe(401);
    expect((await bench.ok('listPublicFiles', { projectId }, as(leader))).totalRecords).toBe(0);
  });

  test.each([
    [{ type: 'primary', uploaded: UPLOADED }, 'label'],
    [{ ...PRIMARY, type: 'tertiary' }, 'type'],
    [{ ...PRIMARY, uploaded: 'today' }, 'uploaded'],
    [{ ...PRIMARY, primaryData: 'x' }, 'primaryData'],
    [{ ...PRIMARY, type: 'secondary' }, 'procedureDescription'],
    [
      {
        ...PRIMARY,
        type: 'secondary',
        procedureDescription: 'd',
        linkToProcedure: 'x',
        primaryData: 'y',
      },
      'linkToProcedure',
    ],
  ])(
    'a form that is not in order is 400, names the part and costs nothing: %o',
    async (fields, words) => {
      const before = bench.service().ledger();
      const sent = { token: leader.token, form: uploadForm({ fields }) };
      expect(await bench.call('uploadPublicFile', { projectId }, sent)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(words) } },
      });
      expect(bench.service().ledger()).toEqual(before);
    },
  );

  test('a secondary file cites existing files, primary ones as primaryData', async () => {
    const primary = await upload(bench, 'uploadPublicFile', projectId, leader);
    const cite = (primaryData: string) => ({
      type: 'secondary',
      label: 'sum',
      uploaded: UPLOADED,
      procedureDescription: 'Sums',
      linkToProcedure: primary,
      primaryData,
    });
    const fields = cite(`${primary}, ${primary}`);
    const fileId = await upload(bench, 'uploadPublicFile', projectId, leader, { fields });
    expect(await record(fileId)).toMatchObject(fields);
    const sent = { token: leader.token, form: uploadForm({ fields: cite(fileId) }) };
    expect(await bench.call('uploadPublicFile', { projectId }, sent)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('not primary') } },
    });
  });

  test('without enough credits nothing is kept: no row, no record, no content', async () => {
    const poor = await bench.newPerson('Pia', { organisation: 'Poor Lab' });
    await bench.ok('inviteMember', { projectId, userId: poor.id }, as(leader));
    await bench.ok('activateMember', { projectId, userId: poor.id }, as(poor));
    const before = bench.service().ledger();
    for (const name of ['uploadPublicFile', 'uploadPrivateFile'] as const) {
      const sent = { token: poor.token, form: uploadForm() };
      expect((await bench.call(name, { projectId }, sent)).status).toBe(402);
    }
    expect(bench.service().ledger()).toEqual(before);
    const free = { token: poor.token, form: uploadForm({ content: '' }) };
    expect((await bench.call('uploadPublicFile', { projectId }, free)).status).toBe(201);
  });

  test('two uploads that compete for the last credit: one is kept, the other leaves nothing', async () => {
    const last = await bench.newPerson('Lars', { organisation: 'Poor Lab', credits: 1 });
    await bench.ok('inviteMember', { projectId, userId: last.id }, as(leader));
    await bench.ok('activateMember', { projectId, userId: last.id }, as(last));
    const folder = join(bench.dataFolder, 'private');
    const before = (await readdir(folder)).length;
    const statuses = await Promise.all(
      [1, 2].map(async () => {
        const sent = { token: last.token, form: uploadForm() };
        return (await bench.call('uploadPrivateFile', { projectId }, sent)).status;
      }),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 402]);
    expect(await stage.balanceOf(last)).toBe(0);
    expect(await readdir(folder)).toHaveLength(before + 1);
  });

  test('a file over the maximum is 413 and costs nothing', async () => {
    bench.service().setReadings({ maxFileBytes: 10 });
    const before = await stage.balanceOf(leader);
    const send = async (content: string) => {
      const sent = { token: leader.token, form: uploadForm({ content }) };
      return (await bench.call('uploadPublicFile', { projectId }, sent)).status;
    };
    expect(await send('x'.repeat(11))).toBe(413);
    expect(await stage.balanceOf(leader)).toBe(before);
    expect(await send('x'.repeat(10))).toBe(201);
  });

  test.each([
    ['echoed', UPLOADED],
    ['cut', '2030-02-28T10:11:12Z'],
    ['replaced', null],
  ] as const)('the uploaded time is %s', async (uploaded, expected) => {
    bench.service().setReadings({ uploaded });
    const fileId = await upload(bench, 'uploadPublicFile', projectId, leader);
    const now = new Date(bench.clock.nowMs).toISOString();
    expect((await record(fileId)).uploaded).toBe(expected ?? now);
  });

  test('a name of the readings ends as NotarizationError: no certificate, but it can be deleted', async () => {
    bench.service().setReadings({ notarizationErrorNames: ['broken'] });
    const fileId = await upload(bench, 'uploadPublicFile', projectId, leader, {
      name: 'broken-1.csv',
    });
    expect((await record(fileId)).status).toBe('Pending');
    stage.recorded();
    expect((await record(fileId)).status).toBe('NotarizationError');
    const ids = { projectId, fileId };
    expect((await bench.call('getPublicCertificate', ids, as(leader))).status).toBe(404);
    await bench.ok('deletePublicFile', ids, as(leader, { userId: leader.id, reason: 'failed' }));
  });
});
