import { expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { makeCertificateCache } from '../certificates/certificate-cache.ts';
import { newProject, temporaryFolder } from '../test-support/temporary-state.ts';
import { readAllPages, type PageWindow } from './read-all-pages.ts';
import { makeTestClient } from './test-support/test-client.ts';

const never = new AbortController().signal;

/** A client signed in as the demo's principal investigator. */
async function signedIn() {
  const mock = await startMockService({ dataFolder: temporaryFolder() });
  onTestFinished(() => mock.close());
  const leader = mock.demoAccounts.find(({ role }) => role === 'principal investigator');
  if (leader === undefined) throw new Error('the demo has no leader');
  const body = { email: leader.email, password: leader.password };
  const granted = await makeTestClient(mock.url).client.call('login', { body }, never);
  if (!granted.ok) throw new Error(granted.fault.kind);
  const { token } = granted.value;
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { id: userId } = JSON.parse(claims) as { id: string };
  return { mock, userId, ...makeTestClient(mock.url, { token }) };
}

test('lists, records and certificates of the bundled service are read', async () => {
  const { client, serverDatesMs } = await signedIn();
  const listProjects = (query: PageWindow) => client.call('listProjects', { query }, never);
  const projects = await readAllPages(listProjects, never);
  if (!projects.ok) throw new Error(projects.fault.kind);
  expect(projects.value.complete).toBe(true);
  expect(serverDatesMs.length).toBeGreaterThan(0);

  let keptCount = 0;
  for (const { id: projectId } of projects.value.records) {
    const listFiles = (query: PageWindow) =>
      client.call('listPublicFiles', { path: { projectId }, query }, never);
    const files = await readAllPages(listFiles, never);
    if (!files.ok) throw new Error(files.fault.kind);
    const ids = new Set(files.value.records.map(({ id }) => id));
    const cache = makeCertificateCache({
      folder: temporaryFolder(),
      fetch: ({ fileId }, form, signal) =>
        client.certificate('getPublicCertificate', { projectId, fileId }, form === 'json', signal),
      namesAnother: (text, file) => ids.has(text) && text !== file.fileId,
    });
    const available = files.value.records.filter(({ status }) => status === 'Available');
    for (const { id: fileId } of available.slice(0, 1)) {
      const file = { projectId, fileId, visibility: 'public', fingerprints: [] } as const;
      expect(await cache.get(file, never)).toMatchObject({ kind: 'kept' });
      keptCount += 1;
    }
  }
  expect(keptCount).toBeGreaterThan(0);
});

test('a paid call whose answer was lost is unknown, and charged once', async () => {
  const { mock, client } = await signedIn();
  const before = mock.ledger().transactions.length;
  mock.faults.add({ endpoint: 'createProject', do: { kind: 'drop', at: 'after-commit' } });
  const body = {
    ...newProject('Lost answer').project,
    leader: 'Paula Demo-Leader',
    area: 'Biology',
    organisation: 'Example Institute',
    location: 'Exampletown',
  };
  const created = await client.call('createProject', { body }, never);
  const fault = { kind: 'unknown-outcome', why: 'broken-connection' };
  expect(created).toEqual({ ok: false, fault });
  const charged = mock.ledger().transactions.slice(before);
  expect(charged.map(({ type }) => type)).toEqual(['PROJECT_CREATION']);
});
