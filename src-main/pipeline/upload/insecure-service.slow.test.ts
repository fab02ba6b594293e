import { randomBytes } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAgents, readExtraAuthorities } from '../../service/agents.ts';
import {
  hasOpenssl,
  makeCertificates,
  type MadeCertificate,
  type MadeCertificates,
} from '../../service/test-support/sample-tls-certificates.ts';
import { addressOf, NO_SURROUNDINGS } from '../../service/test-support/test-client.ts';
import {
  jobFor,
  makeJournal,
  makeTempFolder,
  never,
  portsWith,
  silent,
} from './test-support/upload-setup.ts';
import { runUpload } from './upload.ts';

const SIZE = 2_000_000;
const OLD = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' } as const;

/** One upload to a server that shows this certificate; `heard` counts the bytes of the bodies it got. */
async function upload(
  certificate: MadeCertificate,
  extraAuthorities: readonly string[],
  options: https.ServerOptions = {},
) {
  const heard: number[] = [];
  const server = https.createServer({ ...certificate, ...options }, (request, response) => {
    let bytes = 0;
    request.on('data', (data: Buffer) => (bytes += data.length));
    request.on('end', () => {
      heard.push(bytes);
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end('{"message":"ok","fileId":"f1"}');
    });
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `https://localhost:${(server.address() as AddressInfo).port}`;
  const agents = makeAgents(addressOf(base), { ...NO_SURROUNDINGS, extraAuthorities });
  using folder = makeTempFolder();
  const content = randomBytes(SIZE);
  const job = jobFor(`${base}/files`, folder.write('run.raw', content), content);
  const journal = makeJournal();
  const ports = portsWith({ agentFor: agents.fresh, journal });
  const outcome = await runUpload(job, ports, silent, never);
  agents.destroy();
  await new Promise((resolve) => server.close(resolve));
  return { outcome, heard, totalBytes: job.form.totalBytes, entries: journal.entries };
}

// Where openssl is missing no certificate can be made: the tests are listed as skipped.
describe.skipIf(!hasOpenssl())('an upload over TLS', () => {
  let made: MadeCertificates;
  let authority: readonly string[];
  beforeAll(async () => {
    made = makeCertificates();
    const read = await readExtraAuthorities(made.authorityPath);
    if (!read.ok) throw new Error(read.fault.kind);
    authority = read.value;
  });
  afterAll(() => made.remove());

  test('to a service that the institution vouches for arrives whole', async () => {
    const { outcome, heard, totalBytes } = await upload(made.good, authority);
    expect(outcome).toEqual({ kind: 'recorded', fileId: 'f1' });
    expect(heard).toEqual([totalBytes]);
  });

  test.each([
    ['expired', 'expired-certificate'],
    ['wrongName', 'other-name'],
    ['selfSigned', 'unknown-authority'],
    ['unknown authority', 'unknown-authority'],
    ['TLS 1.1', 'old-tls'],
  ] as const)(
    '%s: nothing leaves, nothing was recorded, and it is not tried again by itself',
    async (what, why) => {
      const named = what === 'TLS 1.1' || what === 'unknown authority' ? 'good' : what;
      const known = what === 'unknown authority' ? [] : authority;
      const { outcome, heard, entries } = await upload(
        made[named],
        known,
        what === 'TLS 1.1' ? OLD : {},
      );
      expect(outcome).toMatchObject({
        kind: 'stopped',
        fault: { kind: 'unavailable', why },
      });
      expect(heard).toEqual([]);
      expect(entries).toEqual(['attempt-begun', 'attempt-ended']);
    },
  );
});
