import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upload, uploadForm } from '../test-support/samples.ts';
import { type ProjectBench, startProjectBench } from '../test-support/project-bench.ts';
import type { Bench, Person } from '../test-support/service-client.ts';

let stage: ProjectBench;
let bench: Bench;
let leader: Person;
let member: Person;
let colleague: Person;
let stranger: Person;
let projectId: string;
beforeAll(async () => {
  stage = await startProjectBench();
  ({ bench, leader, member, colleague, stranger } = stage);
});
beforeEach(async () => {
  projectId = await stage.freshProject();
});
afterAll(() => bench.stop());

const as = ({ token }: Person, body?: unknown) => ({ token, body });
const record = (fileId: string, person = leader) =>
  bench.ok('getPublicFile', { projectId, fileId }, as(person));

describe('deletion', () => {
  test('owner or leader delete with a reason, for 1 credit; PendingDeletion, then Deleted, still listed', async () => {
    const fileId = await upload(bench, 'uploadPublicFile', projectId, member);
    const ids = { projectId, fileId };
    const remove = (person: Person, body: object = { userId: person.id, reason: 'wrong sample' }) =>
      bench.call('deletePublicFile', ids, as(person, body));
    expect((await remove(member)).status).toBe(400); // still Pending
    stage.recorded();
    expect((await remove(colleague)).status).toBe(403);
    expect((await remove(member, { userId: member.id, reason: ' ' })).status).toBe(400);
    expect((await remove(member, { userId: member.id })).status).toBe(400);
    expect((await remove(member, { userId: leader.id, reason: 'x' })).status).toBe(403);
    const before = await stage.balanceOf(leader);
    expect((await remove(leader)).status).toBe(200);
    expect(await stage.balanceOf(leader)).toBe(before - 1);
    expect((await record(fileId)).status).toBe('PendingDeletion');
    expect((await remove(member)).status).toBe(400);
    expect((await bench.call('downloadPublicFile', ids, as(leader))).status).toBe(404);
    stage.recorded();
    const { records } = await bench.ok('listPublicFiles', { projectId }, as(leader));
    expect(records).toMatchObject([{ id: fileId, status: 'Deleted' }]);
    const ledger = bench
      .service()
      .ledger()
      .records.filter((one) => one.subjectId === fileId);
    expect(ledger.map(({ operation }) => operation)).toEqual(['FILE_UPLOAD', 'FILE_DELETION']);
    expect(ledger.at(-1)?.content).toMatchObject({ reason: 'wrong sample' });
    expect((await bench.call('getPublicMetadata', ids, as(leader))).status).toBe(200);
  });

  test('private files are deleted in the same way', async () => {
    const fileId = await upload(bench, 'uploadPrivateFile', projectId, member);
    stage.recorded();
    const ids = { projectId, fileId };
    await bench.ok('deletePrivateFile', ids, as(member, { userId: member.id, reason: 'x' }));
    stage.recorded();
    const { records } = await bench.ok('listPrivateFiles', { projectId }, as(leader));
    expect(records).toMatchObject([{ id: fileId, status: 'Deleted' }]);
  });

  test('content that a crash left behind after a deletion is gone after the next start', async () => {
    const fileId = await upload(bench, 'uploadPrivateFile', projectId, leader);
    stage.recorded();
    const folder = join(bench.dataFolder, 'private');
    const [content = ''] = await readdir(folder);
    const ids = { projectId, fileId };
    await bench.ok('deletePrivateFile', ids, as(leader, { userId: leader.id, reason: 'x' }));
    expect(await readdir(folder)).not.toContain(content);
    await writeFile(join(folder, content), 'left behind');
    await bench.restart();
    expect(await readdir(folder)).not.toContain(content);
  });
});

describe('verification', () => {
  test('identical content is found over the whole platform, deleted files are not', async () => {
    const content = `unique ${projectId}`;
    const verify = async (text: string) => {
      const form = uploadForm({ fields: {}, name: 'other.bin', content: text });
      return (await bench.call('verifyContent', {}, { token: stranger.token, form })).body;
    };
    expect(await verify(content)).toEqual({ exists: false, fileName: '', project: '' });
    const name = 'first.txt';
    const fileId = await upload(bench, 'uploadPrivateFile', projectId, leader, { content, name });
    expect(await verify(content)).toEqual({ exists: true, fileName: name, project: 'Enzymes' });
    expect(await verify(`${content}.`)).toMatchObject({ exists: false });
    stage.recorded();
    const body = { userId: leader.id, reason: 'x' };
    await bench.ok('deletePrivateFile', { projectId, fileId }, as(leader, body));
    expect(await verify(content)).toMatchObject({ exists: true });
    stage.recorded();
    expect(await verify(content)).toMatchObject({ exists: false });
  });

  test('verifying is free, keeps nothing, and knows no other parts', async () => {
    const before = bench.service().ledger();
    const extra = { token: leader.token, form: uploadForm() };
    expect((await bench.call('verifyContent', {}, extra)).status).toBe(400);
    const form = uploadForm({ fields: {} });
    await bench.ok('verifyContent', {}, { token: leader.token, form });
    expect((await bench.call('verifyContent', {}, { form: uploadForm() })).status).toBe(401);
    expect(bench.service().ledger()).toEqual(before);
    const left = await readdir(join(bench.dataFolder, 'uploads'), { recursive: true });
    expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
