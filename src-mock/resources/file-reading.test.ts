import { createHash } from 'node:crypto';
import axios from 'axios';
import { CID } from 'multiformats/cid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo-accounts.ts';
import { createProject, upload } from '../test-support/samples.ts';
import { type ProjectBench, startProjectBench } from '../test-support/project-bench.ts';
import type { Bench, Person } from '../test-support/service-client.ts';

const CONTENT = 'a,b\n1,2\n';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

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

describe('reading files', () => {
  test('lists are newest first and paged; figures that are none are 400', async () => {
    for (const name of ['1.csv', '2.csv', '3.csv']) {
      await upload(bench, 'uploadPublicFile', projectId, leader, { name });
    }
    const list = (query: Record<string, number | string>) =>
      bench.call('listPublicFiles', { projectId }, { ...as(leader), query });
    const { body } = await list({ start: 1, limit: 1 });
    expect(body).toMatchObject({
      records: [{ name: '2.csv' }],
      start: 1,
      limit: 1,
      totalRecords: 3,
    });
    expect((await list({ start: 9 })).body).toMatchObject({ records: [], start: 9, limit: 50 });
    for (const query of [{ start: -1 }, { start: 'x' }, { limit: 0 }, { limit: 1.5 }]) {
      expect((await list(query)).status).toBe(400);
    }
    bench.service().setReadings({ maxPageLimit: 2 });
    expect((await list({ limit: 100 })).body).toMatchObject({ limit: 2, totalRecords: 3 });
    bench.service().setReadings({ paging: 'ignored' });
    expect((await list({ start: 1, limit: 1 })).body).toMatchObject({
      records: [{ name: '3.csv' }, { name: '2.csv' }, { name: '1.csv' }],
      start: 0,
      limit: 50,
    });
    bench.service().setReadings({ paging: 'empty-total' });
    expect((await list({})).body).not.toHaveProperty('totalRecords');
  });

  test('colleagues read public files of a Public project, never private ones; invited read none', async () => {
    const publicId = await upload(bench, 'uploadPublicFile', projectId, leader);
    const privateId = await upload(bench, 'uploadPrivateFile', projectId, leader);
    const publicStatus = async (person: Person) =>
      (await bench.call('getPublicFile', { projectId, fileId: publicId }, as(person))).status;
    const privateStatus = async (person: Person) =>
      (await bench.call('getPrivateMetadata', { projectId, fileId: privateId }, as(person))).status;
    const admin = await bench.signIn(ADMINISTRATOR);
    for (const [person, forPublic, forPrivate] of [
      [leader, 200, 200],
      [member, 200, 200],
      [admin, 200, 200],
      [colleague, 200, 403],
      [invited, 403, 403],
      [stranger, 403, 403],
    ] as const) {
      expect([await publicStatus(person), await privateStatus(person)]).toEqual([
        forPublic,
        forPrivate,
      ]);
      const list = await bench.call('listPrivateFiles', { projectId }, as(person));
      expect(list.status).toBe(forPrivate);
    }
    const mixed = { projectId, fileId: privateId };
    expect((await bench.call('getPublicFile', mixed, as(leader))).status).toBe(404);
    const other = await createProject(bench, leader);
    const misplaced = { projectId: other, fileId: publicId };
    expect((await bench.call('getPublicFile', misplaced, as(leader))).status).toBe(404);
  });

  test('a download is a link to exactly the content; it is counted and recorded', async () => {
    const fileId = await upload(bench, 'uploadPublicFile', projectId, member);
    const ids = { projectId, fileId };
    expect((await bench.call('downloadPublicFile', ids, as(leader))).status).toBe(404);
    stage.recorded();
    const { objectStoreUrl } = await bench.ok('downloadPublicFile', ids, as(colleague));
    expect(objectStoreUrl.startsWith(`${bench.service().url}/object-store/`)).toBe(true);
    expect((await axios.get<string>(objectStoreUrl, { proxy: false })).data).toBe(CONTENT);
    expect((await record(fileId)).downloadStatistic).toBe(1);
    const records = bench
      .service()
      .ledger()
      .records.filter((one) => one.subjectId === fileId);
    expect(records.at(-1)).toMatchObject({ operation: 'FILE_DOWNLOAD', actorId: colleague.id });
    bench.clock.nowMs += bench.service().readings().linkLifetimeMs;
    const late = await axios.get(objectStoreUrl, { proxy: false, validateStatus: () => true });
    expect(late.status).toBe(403);
  });

  test('metadata hold hash, content identifier and, for public files, the link', async () => {
    const publicId = await upload(bench, 'uploadPublicFile', projectId, leader);
    const privateId = await upload(bench, 'uploadPrivateFile', projectId, leader);
    const open = await bench.call('getPublicMetadata', { projectId, fileId: publicId }, as(leader));
    expect(open.body).toEqual({
      FileHash: SHA256,
      FileLinkStore: expect.stringContaining(`${bench.service().url}/object-store/`),
      JsonCid: expect.any(String),
    });
    const { FileHash, FileLinkStore, JsonCid } = open.body as Record<string, string>;
    const text = JSON.stringify({ FileHash, FileLinkStore });
    expect(Buffer.from(CID.parse(JsonCid ?? '').multihash.digest)).toEqual(
      createHash('sha256').update(text).digest(),
    );
    const closed = await bench.call(
      'getPrivateMetadata',
      { projectId, fileId: privateId },
      as(leader),
    );
    expect(closed.body).toEqual({ FileHash: SHA256, JsonCid: expect.any(String) });
  });

  test('a change of the FileHash reading holds for the next upload', async () => {
    const before = await upload(bench, 'uploadPrivateFile', projectId, leader);
    bench.service().setReadings({ fileHash: { algorithm: 'md5', encoding: 'base64' } });
    const after = await upload(bench, 'uploadPrivateFile', projectId, leader);
    const hashOf = async (fileId: string) =>
      (await bench.ok('getPrivateMetadata', { projectId, fileId }, as(leader))).FileHash;
    expect(await hashOf(before)).toBe(SHA256);
    expect(await hashOf(after)).toBe(createHash('md5').update(CONTENT).digest('base64'));
  });

  test('a certificate exists once the file is Available: PDF, or JSON when raw', async () => {
    const kinds = [
      ['uploadPublicFile', 'getPublicCertificate'],
      ['uploadPrivateFile', 'getPrivateCertificate'],
    ] as const;
    for (const [send, certificate] of kinds) {
      const fileId = await upload(bench, send, projectId, leader);
      const ids = { projectId, fileId };
      expect(await bench.call(certificate, ids, as(leader))).toMatchObject({
        status: 404,
        body: { error: { message: 'No certificate: the file is Pending' } },
      });
      stage.recorded();
      const pdf = await bench.call(certificate, ids, as(leader));
      expect(pdf.headers['content-type']).toBe('application/pdf');
      expect((pdf.body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
      const raw = await bench.call(certificate, ids, { ...as(leader), query: { raw: 'true' } });
      expect(JSON.stringify(raw.body)).toContain(SHA256);
      expect(JSON.stringify(raw.body)).toContain(fileId);
      const odd = await bench.call(certificate, ids, { ...as(leader), query: { raw: 'yes' } });
      expect(odd.status).toBe(400);
      expect((await bench.call(certificate, ids, as(stranger))).status).toBe(403);
    }
  });
});
