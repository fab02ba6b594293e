import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ProjectBench, useProjectBench } from '../test-support/project-bench.ts';
import { sending, upload, uploadForm } from '../test-support/samples.ts';
import { as, type Person } from '../test-support/service-client.ts';

let lab: ProjectBench;
useProjectBench((bench) => {
  lab = bench;
});

const deletion = (person: Person) => as(person, { userId: person.id, reason: 'wrong sample' });

test('owner or leader delete with a reason, for 1 credit; PendingDeletion, then Deleted, still listed', async () => {
  const { projectId, leader, member, colleague, ok, status } = lab;
  const ids = { projectId, fileId: await upload(lab, 'uploadPublicFile', projectId, member) };
  const remove = (person: Person, body?: object) =>
    status('deletePublicFile', ids, body === undefined ? deletion(person) : as(person, body));
  expect(await remove(member)).toBe(400); // still Pending
  lab.recorded();
  expect(await remove(colleague)).toBe(403);
  expect(await remove(member, { userId: member.id, reason: ' ' })).toBe(400);
  expect(await remove(member, { userId: member.id })).toBe(400);
  expect(await remove(member, { userId: leader.id, reason: 'x' })).toBe(403);
  const before = await lab.balanceOf(leader);
  expect(await remove(leader)).toBe(200);
  expect(await lab.balanceOf(leader)).toBe(before - 1);
  expect((await ok('getPublicFile', ids, as(leader))).status).toBe('PendingDeletion');
  expect(await remove(member)).toBe(400);
  expect(await status('downloadPublicFile', ids, as(leader))).toBe(404);
  lab.recorded();
  const { records } = await ok('listPublicFiles', { projectId }, as(leader));
  expect(records).toMatchObject([{ id: ids.fileId, status: 'Deleted' }]);
  expect(lab.recordsOf(ids.fileId)).toMatchObject([
    { operation: 'FILE_UPLOAD' },
    { operation: 'FILE_DELETION', content: { reason: 'wrong sample' } },
  ]);
  expect(await status('getPublicMetadata', ids, as(leader))).toBe(200);
});

test('content that a crash left behind after a deletion is gone after the next start', async () => {
  const { projectId, leader } = lab;
  const fileId = await upload(lab, 'uploadPrivateFile', projectId, leader);
  lab.recorded();
  const folder = join(lab.dataFolder, 'private');
  const [content = ''] = await readdir(folder);
  await lab.ok('deletePrivateFile', { projectId, fileId }, deletion(leader));
  expect(await readdir(folder)).not.toContain(content);
  await writeFile(join(folder, content), 'left behind');
  await lab.restart();
  expect(await readdir(folder)).not.toContain(content);
});

test('verifying finds identical content over the whole platform until its file is deleted', async () => {
  const { projectId, leader, stranger } = lab;
  const content = `unique ${projectId}`;
  const verify = async (text: string) => {
    const sent = sending(stranger, { fields: {}, name: 'other.bin', content: text });
    return (await lab.call('verifyContent', {}, sent)).body;
  };
  expect(await verify(content)).toEqual({ exists: false, fileName: '', project: '' });
  const name = 'first.txt';
  const fileId = await upload(lab, 'uploadPrivateFile', projectId, leader, { content, name });
  expect(await verify(content)).toEqual({ exists: true, fileName: name, project: 'Enzymes' });
  expect(await verify(`${content}.`)).toMatchObject({ exists: false });
  lab.recorded();
  await lab.ok('deletePrivateFile', { projectId, fileId }, deletion(leader));
  expect(await verify(content)).toMatchObject({ exists: true });
  lab.recorded();
  expect(await verify(content)).toMatchObject({ exists: false });
  const { records } = await lab.ok('listPrivateFiles', { projectId }, as(leader));
  expect(records).toMatchObject([{ id: fileId, status: 'Deleted' }]);
});

test('verifying is free, keeps nothing, and knows no other parts', async () => {
  const { leader, status } = lab;
  const before = lab.service().ledger();
  expect(await status('verifyContent', {}, sending(leader))).toBe(400);
  expect(await status('verifyContent', {}, sending(leader, { fields: {} }))).toBe(200);
  expect(await status('verifyContent', {}, { form: uploadForm() })).toBe(401);
  expect(lab.service().ledger()).toEqual(before);
  const left = await readdir(join(lab.dataFolder, 'uploads'), { recursive: true });
  expect(left.filter((each) => each.endsWith('.part'))).toEqual([]);
});
