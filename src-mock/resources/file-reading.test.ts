import { createHash } from 'node:crypto';
import axios from 'axios';
import { CID } from 'multiformats/cid';
import { expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/seed-accounts.ts';
import { type ProjectBench, useProjectBench } from '../test-support/project-bench.ts';
import { createProject, upload } from '../test-support/samples.ts';
import { as } from '../test-support/service-client.ts';

const CONTENT = 'a,b\n1,2\n';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let lab: ProjectBench;
useProjectBench((bench) => {
  lab = bench;
});

test('lists are newest first and paged; figures that are none are 400', async () => {
  const { projectId, leader } = lab;
  for (const name of ['1.csv', '2.csv', '3.csv']) {
    await upload(lab, 'uploadPublicFile', projectId, leader, { name });
  }
  const list = (query: Record<string, number | string>) =>
    lab.call('listPublicFiles', { projectId }, { ...as(leader), query });
  const page = { start: 1, limit: 1, totalRecords: 3 };
  const { body } = await list({ start: 1, limit: 1 });
  expect(body).toMatchObject({ ...page, records: [{ name: '2.csv' }] });
  expect((await list({ start: 9 })).body).toMatchObject({ records: [], start: 9, limit: 50 });
  for (const query of [{ start: -1 }, { start: 'x' }, { limit: 0 }, { limit: 1.5 }]) {
    expect((await list(query)).status).toBe(400);
  }
  lab.service().setReadings({ maxPageLimit: 2 });
  expect((await list({ limit: 100 })).body).toMatchObject({ limit: 2, totalRecords: 3 });
  lab.service().setReadings({ paging: 'ignored' });
  expect((await list({ start: 1, limit: 1 })).body).toMatchObject({
    records: [{ name: '3.csv' }, { name: '2.csv' }, { name: '1.csv' }],
    start: 0,
    limit: 50,
  });
  lab.service().setReadings({ paging: 'empty-total' });
  expect((await list({})).body).not.toHaveProperty('totalRecords');
});

test('colleagues read public files of a Public project, never private ones; invited read none', async () => {
  const { projectId, leader, member, invited, colleague, stranger, status } = lab;
  const open = { projectId, fileId: await upload(lab, 'uploadPublicFile', projectId, leader) };
  const closed = { projectId, fileId: await upload(lab, 'uploadPrivateFile', projectId, leader) };
  const admin = await lab.signIn(ADMINISTRATOR);
  for (const [person, forPublic, forPrivate] of [
    [leader, 200, 200],
    [member, 200, 200],
    [admin, 200, 200],
    [colleague, 200, 403],
    [invited, 403, 403],
    [stranger, 403, 403],
  ] as const) {
    expect(await status('getPublicFile', open, as(person))).toBe(forPublic);
    expect(await status('getPrivateMetadata', closed, as(person))).toBe(forPrivate);
    expect(await status('listPrivateFiles', { projectId }, as(person))).toBe(forPrivate);
  }
  expect(await status('getPublicFile', closed, as(leader))).toBe(404);
  const misplaced = { ...open, projectId: await createProject(lab, leader) };
  expect(await status('getPublicFile', misplaced, as(leader))).toBe(404);
});

test('a download is a link to exactly the content; it is counted and recorded', async () => {
  const { projectId, leader, member, colleague } = lab;
  const fileId = await upload(lab, 'uploadPublicFile', projectId, member);
  const ids = { projectId, fileId };
  expect(await lab.status('downloadPublicFile', ids, as(leader))).toBe(404);
  lab.recorded();
  const { objectStoreUrl } = await lab.ok('downloadPublicFile', ids, as(colleague));
  expect(objectStoreUrl.startsWith(`${lab.service().url}/object-store/`)).toBe(true);
  expect((await axios.get<string>(objectStoreUrl, { proxy: false })).data).toBe(CONTENT);
  expect((await lab.ok('getPublicFile', ids, as(leader))).downloadStatistic).toBe(1);
  const last = lab.recordsOf(fileId).at(-1);
  expect(last).toMatchObject({ operation: 'FILE_DOWNLOAD', actorId: colleague.id });
  lab.clock.nowMs += lab.service().readings().linkLifetimeMs;
  const late = await axios.get(objectStoreUrl, { proxy: false, validateStatus: () => true });
  expect(late.status).toBe(403);
});

test('metadata hold hash, content identifier and, for public files, the link', async () => {
  const { projectId, leader } = lab;
  const open = { projectId, fileId: await upload(lab, 'uploadPublicFile', projectId, leader) };
  const closed = { projectId, fileId: await upload(lab, 'uploadPrivateFile', projectId, leader) };
  const { body } = await lab.call('getPublicMetadata', open, as(leader));
  expect(body).toEqual({
    FileHash: SHA256,
    FileLinkStore: expect.stringContaining(`${lab.service().url}/object-store/`),
    JsonCid: expect.any(String),
  });
  const { FileHash, FileLinkStore, JsonCid } = body as Record<string, string>;
  const { digest } = CID.parse(JsonCid ?? '').multihash;
  const text = JSON.stringify({ FileHash, FileLinkStore });
  expect(Buffer.from(digest)).toEqual(createHash('sha256').update(text).digest());
  const hidden = await lab.call('getPrivateMetadata', closed, as(leader));
  expect(hidden.body).toEqual({ FileHash: SHA256, JsonCid: expect.any(String) });
});

test('a change of the FileHash reading holds for the next upload', async () => {
  const { projectId, leader } = lab;
  const before = await upload(lab, 'uploadPrivateFile', projectId, leader);
  lab.service().setReadings({ fileHash: { algorithm: 'md5', encoding: 'base64' } });
  const after = await upload(lab, 'uploadPrivateFile', projectId, leader);
  const hashOf = async (fileId: string) =>
    (await lab.ok('getPrivateMetadata', { projectId, fileId }, as(leader))).FileHash;
  expect(await hashOf(before)).toBe(SHA256);
  expect(await hashOf(after)).toBe(createHash('md5').update(CONTENT).digest('base64'));
});

test.each([
  ['uploadPublicFile', 'getPublicCertificate'],
  ['uploadPrivateFile', 'getPrivateCertificate'],
] as const)(
  'after %s a certificate exists once the file is Available: PDF, or JSON when raw',
  async (send, certificate) => {
    const { projectId, leader, stranger } = lab;
    const fileId = await upload(lab, send, projectId, leader);
    const ask = (query = {}, person = leader) =>
      lab.call(certificate, { projectId, fileId }, { ...as(person), query });
    expect(await ask()).toMatchObject({
      status: 404,
      body: { error: { message: 'No certificate: the file is Pending' } },
    });
    lab.recorded();
    const pdf = await ask();
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    const raw = JSON.stringify((await ask({ raw: 'true' })).body);
    expect(raw).toContain(SHA256);
    expect(raw).toContain(fileId);
    expect((await ask({ raw: 'yes' })).status).toBe(400);
    expect((await ask({}, stranger)).status).toBe(403);
  },
);
