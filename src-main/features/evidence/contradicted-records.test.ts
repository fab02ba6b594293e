import { expect, test } from 'vitest';
import { digestsOf, writtenAs } from '../verify/test-support/digested.ts';
import { judgeRecord, type KnownFileHash } from '../../../src-shared/model/proofs/judge.ts';
import type { HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import { recordedFile } from './bundle/test-support/sample-bundle.ts';
import { isContradicted } from './evidence-facts.ts';

const SHA256: HashMethod = { algorithm: 'sha256', encoding: 'hex' };
const { sha256, blake3 } = digestsOf('run', []);
const record = recordedFile({ content: { sizeBytes: 3, sha256, blake3 } });
const known = (content: string) =>
  ({ kind: 'known', written: writtenAs(content, SHA256) }) as const;

/** Of a content that was sent: what the service's documents here name. */
function judge(
  fileHash: KnownFileHash,
  certificate: string | null,
  method = SHA256 as typeof SHA256 | null,
  said: object = {},
) {
  const facts = {
    ...record,
    projectName: null,
    sizeBytes: 3,
    isCertificateSaved: certificate !== null,
  };
  const held = { facts, sent: { sha256, blake3 }, fileHash };
  const json = { FileHash: writtenAs(certificate ?? '', SHA256), ...said };
  return isContradicted(record, {
    cache: { keptJson: async () => Buffer.from(JSON.stringify(json)) },
    verifying: {
      method: () => method,
      held: { find: () => held } as never,
      examine: (digests, of) => judgeRecord(digests, of, method),
    },
  });
}

test('a record whose fingerprint, or whose certificate, is of another content is contradicted', async () => {
  expect(await judge(known('rum'), null)).toBe(true);
  expect(await judge(known('run'), 'rum')).toBe(true);
  expect(await judge({ kind: 'not-fetched', fault: null }, 'rum')).toBe(true);
});

test('a certificate that gives another size, or contradicts itself, is one against its record', async () => {
  expect(await judge(known('run'), 'run', SHA256, { sizeBytes: 3 })).toBe(false);
  expect(await judge(known('run'), 'run', SHA256, { sizeBytes: 4 })).toBe(true);
  expect(await judge(known('run'), 'run', SHA256, { fileName: 'a', file: { name: 'b' } })).toBe(
    true,
  );
});

test('what fits, is not here, or was made in a way that is not known contradicts nothing', async () => {
  expect(await judge(known('run'), 'run')).toBe(false);
  expect(await judge({ kind: 'not-fetched', fault: null }, null)).toBe(false);
  expect(await judge(known('rum'), 'rum', null)).toBe(false);
});
