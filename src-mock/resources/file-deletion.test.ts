import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultReadings } from '../control/readings.ts';
import { createProject, upload, uploadForm } from '../test-support/samples.ts';
import { type Bench, type Person, startBench } from '../test-support/service-client.ts';

const CHAIN_DELAY_MS = 2_000;

let bench: Bench;
let lea: Person;
let max: Person;
let invited: Person;
let colleague: Person;
let stranger: Person;
let projectId: string;
beforeAll(async () => {
  bench = await startBench();
  lea = await bench.newPerson('Lea', { credits: 5_000 });
  max = await bench.newPerson('Max', { credits: 100 });
  invited = await bench.newPerson('Ina', { credits: 100 });
  colleague = await bench.newPerson('Cora', { credits: 100 });
  stranger = await bench.newPerson('Otto', { organisation: 'Elsewhere', credits: 100 });
});
beforeEach(async () => {
  bench.service().setReadings(defaultReadings());
  projectId = await createProject(bench, lea, {
    organisationScope: 'Public',
    members: [max.id, invited.id],
  });
  await bench.ok('activateMember', { projectId, userId: max.id }, { token: max.token });
});
afterAll(() => bench.stop());

const as = ({ token }: Person, body?: unknown) => ({ token, body });
const balance = async (person: Person) =>
  (await bench.ok('getCreditBalance', { userId: person.id }, as(person))).creditBalance;
const record = (fileId: string, person = lea) =>
  bench.ok('getPublicFile', { projectId, fileId }, as(person));
const recorded = () => {
  bench.clock.nowMs += CHAIN_DELAY_MS;
};

describe('deletion', () => {
  test('[MK65] owner or leader delete with a reason, for 1 credit; PendingDeletion, then Deleted, still listed', async () => {
    const fileId = await upload(bench, 'uploadPublicFile', projectId, max);
    const ids = { projectId, fileId };
    const remove = (person: Person, body: object = { userId: person.id, reason: 'wrong sample' }) =>
      bench.call('deletePublicFile', ids, as(person, body));
    expect((await remove(max)).status).toBe(400); // still Pending
    recorded();
    expect((await remove(colleague)).status).toBe(403);
    expect((await remove(max, { userId: max.id, reason: ' ' })).status).toBe(400);
    expect((await remove(max, { userId: max.id })).status).toBe(400);
    expect((await remove(max, { userId: lea.id, reason: 'x' })).status).toBe(403);
    const before = await balance(lea);
    expect((await remove(lea)).status).toBe(200);
    expect(await balance(lea)).toBe(before - 1);
    expect((await record(fileId)).status).toBe('PendingDeletion');
    expect((await remove(max)).status).toBe(400);
    expect((await bench.call('downloadPublicFile', ids, as(lea))).status).toBe(404);
    recorded();
    const { records } = await bench.ok('listPublicFiles', { projectId }, as(lea));
    expect(records).toMatchObject([{ id: fileId, status: 'Deleted' }]);
    const ledger = bench
      .service()
      .ledger()
      .records.filter((one) => one.subjectId === fileId);
    expect(ledger.map(({ operation }) => operation)).toEqual(['FILE_UPLOAD', 'FILE_DELETION']);
    expect(ledger.at(-1)?.content).toMatchObject({ reason: 'wrong sample' });
    expect((await bench.call('getPublicMetadata', ids, as(lea))).status).toBe(200);
  });

  test('[MK66] private files are deleted in the same way', async () => {
    const fileId = await upload(bench, 'uploadPrivateFile', projectId, max);
    recorded();
    const ids = { projectId, fileId };
    await bench.ok('deletePrivateFile', ids, as(max, { userId: max.id, reason: 'x' }));
    recorded();
    const { records } = await bench.ok('listPrivateFiles', { projectId }, as(lea));
    expect(records).toMatchObject([{ id: fileId, status: 'Deleted' }]);
  });
});

describe('verification', () => {
  test('[MK67] identical content is found over the whole platform, deleted files are not', async () => {
    const content = `unique ${projectId}`;
    const verify = async (text: string) => {
      const form = uploadForm({ fields: {}, name: 'other.bin', content: text });
      return (await bench.call('verifyContent', {}, { token: stranger.token, form })).body;
    };
    expect(await verify(content)).toEqual({ exists: false, fileName: '', project: '' });
    const name = 'first.txt';
    const fileId = await upload(bench, 'uploadPrivateFile', projectId, lea, { content, name });
    expect(await verify(content)).toEqual({ exists: true, fileName: name, project: 'Enzymes' });
    expect(await verify(`${content}.`)).toMatchObject({ exists: false });
    recorded();
    const body = { userId: lea.id, reason: 'x' };
    await bench.ok('deletePrivateFile', { projectId, fileId }, as(lea, body));
    expect(await verify(content)).toMatchObject({ exists: true });
    recorded();
    expect(await verify(content)).toMatchObject({ exists: false });
  });

  test('[MK68] verifying is free, keeps nothing, and knows no other parts', async () => {
    const before = bench.service().ledger();
    const extra = { token: lea.token, form: uploadForm() };
    expect((await bench.call('verifyContent', {}, extra)).status).toBe(400);
    const form = uploadForm({ fields: {} });
    await bench.ok('verifyContent', {}, { token: lea.token, form });
    expect((await bench.call('verifyContent', {}, { form: uploadForm() })).status).toBe(401);
    expect(bench.service().ledger()).toEqual(before);
    const left = await readdir(join(bench.dataFolder, 'uploads'), { recursive: true });
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
