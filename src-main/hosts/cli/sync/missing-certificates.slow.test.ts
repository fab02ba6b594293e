/** A certificate that does not come: everybody learns it, nothing else waits for it, and it is fetched once it can be. */
import { expect, test } from 'vitest';
import { useCliLab, type Fault, type SyncDocument } from '../test-support/cli-lab.ts';

const lab = useCliLab();

interface StatusDocument {
  readonly needYou: number;
  readonly health: readonly string[];
}
type SyncedDocument = SyncDocument & { readonly missingCertificates: readonly object[] };

function breakCertificates(action: Fault['do'], fileId = '/'): void {
  lab.clearFaults();
  lab.fault({ endpoint: 'getPrivateCertificate', when: { pathContains: fileId }, do: action });
}

test('missing certificates need attention until they have come', async () => {
  lab.write('data/a.csv');
  lab.write('data/b.csv');
  await lab.watch('data');
  breakCertificates({ kind: 'wrong-shape', shape: 'not-json' });
  const { code, stdout, stderr } = await lab.run('sync --yes');
  expect(code).toBe(1);
  expect(stdout).toContain('2  Notarized');
  expect(stderr).toContain(
    '2 certificates are missing (a.csv, b.csv). The service sent a file that',
  );
  const status = await lab.ask<StatusDocument>('status');
  expect(status).toMatchObject({ needYou: 1, health: ['certificates-missing'] });
  expect((await lab.run('status')).stderr).toContain('2 certificates are missing.');

  // From now on each run asks for them once, and what else there is to do does not wait for them.
  const { fileId = null } = (await lab.files()).find((file) => file.path.endsWith('a.csv')) ?? {};
  breakCertificates({ kind: 'status', status: 500 }, fileId ?? 'none');
  lab.write('data/c.csv');
  lab.forgetRequests();
  const later = await lab.ask<SyncedDocument>('sync --yes');
  expect(later).toMatchObject({
    code: 1,
    counts: { notarized: 3 },
    missingCertificates: [{ fileId, name: 'a.csv', why: expect.stringContaining('code 500') }],
  });
  expect(later.files.filter(({ certificate }) => certificate !== null)).toHaveLength(2);
  const asked = lab.requests().filter(({ path }) => path.includes(`/${fileId}/download/cert`));
  expect(asked).toHaveLength(1);

  lab.clearFaults();
  expect(await lab.ask<SyncedDocument>('sync --yes')).toMatchObject({
    code: 0,
    missingCertificates: [],
  });
  expect(await lab.ask<StatusDocument>('status')).toMatchObject({ needYou: 0, health: [] });
});
