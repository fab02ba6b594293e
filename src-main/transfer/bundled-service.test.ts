import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMockService, type MockService } from '../../src-mock/mock-service.ts';
import { freezeForm } from './representation.ts';
import {
  BOUNDARY,
  jobFor,
  makeJournal,
  makeTempFolder,
  portsWith,
  type TempFolder,
} from './test-support/upload-setup.ts';
import { uploadParts } from './upload-fields.ts';
import { runUpload } from './upload.ts';
import { verifyContent } from './verify-content.ts';

const never = new AbortController().signal;
let folder: TempFolder;
let service: MockService;
let token: string;
let projectId: string;

beforeAll(async () => {
  folder = makeTempFolder();
  const dataFolder = join(dirname(folder.write('marker', '')), 'service');
  service = await startMockService({ dataFolder, seed: 'demo' });
  const account = service.demoAccounts.find(({ role }) => role === 'principal investigator');
  if (account === undefined) throw new Error('the demo has no principal investigator');
  const { email, password } = account;
  const login = await fetch(`${service.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  ({ token } = (await login.json()) as { token: string });
  const projects = await fetch(`${service.url}/projects`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { records } = (await projects.json()) as { records: { id: string }[] };
  const [project] = records;
  if (project === undefined) throw new Error('the demo has no project');
  projectId = project.id;
});

afterAll(async () => {
  await service.close();
  folder[Symbol.dispose]();
});

function jobWith(content: Buffer, path: string, url: string) {
  const parts = uploadParts({
    type: 'primary',
    label: 'run',
    uploadedIso: '2026-01-02T03:04:05.678Z',
    procedureDescription: null,
    linkToProcedure: null,
    primaryData: null,
  });
  if (!parts.ok) throw new Error(parts.fault.fields.join());
  const form = freezeForm({
    boundary: BOUNDARY,
    fields: parts.value,
    filePart: 'file',
    fileName: 'run "1".raw',
    contentType: 'application/octet-stream',
    sizeBytes: content.length,
  });
  return jobFor(`${service.url}${url}`, path, content, { form });
}

describe('against the bundled service', () => {
  test('a file is recorded and charged once, and the check by content finds it afterwards', async () => {
    const content = randomBytes(1_200_000);
    const path = folder.write('run-1.raw', content);
    const ports = portsWith({ token: () => token });
    const form = freezeForm({
      boundary: BOUNDARY,
      fields: [],
      filePart: 'file',
      fileName: 'run-1.raw',
      contentType: 'application/octet-stream',
      sizeBytes: content.length,
    });
    const question = { ...jobWith(content, path, '/projects/files/verify'), form };
    const ask = () => verifyContent(question, ports, { onProgress() {} }, never);
    expect(await ask()).toMatchObject({ ok: true, value: { exists: false } });

    const before = service.ledger().transactions.length;
    const job = jobWith(content, path, `/projects/${projectId}/files`);
    const outcome = await runUpload(job, ports, { onProgress() {} }, never);
    expect(outcome).toMatchObject({ kind: 'recorded' });
    expect(service.ledger().transactions).toHaveLength(before + 1);
    expect(await ask()).toMatchObject({ ok: true, value: { exists: true } });
  });

  test('a dead token is a refusal that charges nothing', async () => {
    const path = folder.write('run-2.raw', 'abc');
    const before = service.ledger().transactions.length;
    const journal = makeJournal();
    const outcome = await runUpload(
      jobWith(Buffer.from('abc'), path, `/projects/${projectId}/files`),
      portsWith({ token: () => 'dead', journal }),
      { onProgress() {} },
      never,
    );
    expect(outcome).toMatchObject({ fault: { kind: 'not-signed-in' } });
    expect(service.ledger().transactions).toHaveLength(before);
  });
});
