import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startMockService } from '../../src-mock/mock-service.ts';
import { makeCertificateCache } from '../certificates/certificate-cache.ts';
import { readAllPages } from './read-all-pages.ts';
import { makeTestClient } from './test-support/test-client.ts';

const never = new AbortController().signal;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'labseal-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

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
  const projects = await readAllPages(
    (query, signal) => client.call('listProjects', { query }, signal),
    never,
  );
  if (!projects.ok) throw new Error(projects.fault.kind);
  expect(projects.value.complete).toBe(true);
  expect(serverDatesMs.length).toBeGreaterThan(0);

  let keptCount = 0;
  for (const { id: projectId } of projects.value.records) {
    const files = await readAllPages(
      (query, signal) => client.call('listPublicFiles', { path: { projectId }, query }, signal),
      never,
    );
    if (!files.ok) throw new Error(files.fault.kind);
    const names = new Set(files.value.records.map(({ id }) => id));
    const cache = makeCertificateCache({
      folder: temporaryFolder(),
      fetch: ({ fileId }, form, signal) =>
        client.certificate('getPublicCertificate', { projectId, fileId }, form === 'json', signal),
      namesAnother: (text, file) => names.has(text) && text !== file.fileId,
    });
    const available = files.value.records
      .filter(({ status }) => status === 'Available')
      .slice(0, 3);
    for (const { id: fileId } of available) {
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
  const created = await client.call(
    'createProject',
    {
      body: {
        name: 'Lost answer',
        leader: 'Paula Demo-Leader',
        area: 'Biology',
        organisation: 'Example Institute',
        location: 'Exampletown',
        tags: [],
        maxNumberOfMembers: '5',
        organisationScope: 'Private',
        leaderScope: 'Full Access',
        startDate: '2026-11-21T00:00:00.000Z',
        endDate: '2027-11-21T00:00:00.000Z',
        members: [],
      },
    },
    never,
  );
  expect(created).toEqual({
    ok: false,
    fault: { kind: 'unknown-outcome', why: 'broken-connection' },
  });
  const charged = mock.ledger().transactions.slice(before);
  expect(charged.map(({ type }) => type)).toEqual(['PROJECT_CREATION']);
});

test.each(['array', 'text', 'null', 'huge', 'deep', 'not-json'] as const)(
  'an answer in a wrong shape (%s) is not taken for a balance',
  async (shape) => {
    const { mock, client, userId } = await signedIn();
    const ask = () => client.call('getCreditBalance', { path: { userId } }, never);
    expect(await ask()).toMatchObject({ ok: true });
    mock.faults.add({ endpoint: 'getCreditBalance', do: { kind: 'wrong-shape', shape } });
    expect(await ask()).toEqual({
      ok: false,
      fault: { kind: 'not-the-service', what: 'unreadable' },
    });
  },
);
