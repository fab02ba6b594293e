import { expect, test } from 'vitest';
import { certificateJson } from '../../../src-mock/certificate/certificate-facts.ts';
import { exampleFacts } from '../../../src-mock/certificate/test-support/example-facts.ts';
import { otherSize, readCertificate } from '../../../src-shared/model/proofs/read-certificate.ts';

const FileHash = 'ab'.repeat(32);
const AT = '2026-11-20T09:44:12Z';
const contradictionIn = (certificate: object) =>
  readCertificate(JSON.stringify(certificate))?.contradiction ?? null;

test('the certificates of the bundled service contradict nothing', () => {
  expect(contradictionIn(certificateJson(exampleFacts()))).toBeNull();
});

test.each([
  ['sizes', { FileHash, fileSize: 5, file: { size: '6' } }, 'size', ['5', '6']],
  ['names', { FileHash, file_name: 'a', file: { name: 'b' } }, 'name', ['a', 'b']],
  [
    'dates',
    { uploaded: AT, file: { FileHash, uploadedAt: '2026-11-20T09:44:13Z' } },
    'date',
    [AT, '2026-11-20T09:44:13Z'],
  ],
  [
    'an order',
    { FileHash, recorded: AT, uploaded: '2026-11-21T00:00:00+01:00' },
    'order',
    [AT, '2026-11-21T00:00:00+01:00'],
  ],
  ['a way to make it', { FileHash, FileHashMethod: 'MD5' }, 'method', ['MD5', FileHash]],
  [
    'names in one of a list',
    { files: [{ FileHash, fileName: 'a', file: { name: 'b' } }] },
    'name',
    ['a', 'b'],
  ],
] as const)('%s that cannot all be so are named', (_what, certificate, about, values) => {
  expect(contradictionIn(certificate)).toEqual({ about, values });
});

test.each([
  [
    'the same in other words',
    {
      FileHash,
      fileSize: 5,
      file: { sizeBytes: '5' },
      uploaded: AT,
      recorded: '2026-11-20T10:44:12+01:00',
    },
  ],
  ['a size of the certificate around it', { size: 1, file: { FileHash, size: 2 } }],
  [
    'the names of a project and an owner',
    { FileHash, name: 'p', project: { name: 'q' }, file: { name: 'r' } },
  ],
  ['another file in a list', { FileHash, fileName: 'a', procedure: [{ fileName: 'b' }] }],
  ['what is around a list', { fileName: 'a', files: [{ FileHash, fileName: 'b' }] }],
  [
    'a size for people, a day, and an unknown way',
    {
      FileHash,
      fileSize: '6 GB',
      file: { size: 6 },
      uploaded: '2026-11-21',
      recorded: AT,
      FileHashMethod: 'SHA-512/256',
    },
  ],
])('%s contradicts nothing', (_what, certificate) => {
  expect(contradictionIn(certificate)).toBeNull();
});

test.each([
  ['the size to the byte', { FileHash, file: { sizeBytes: 28_600_000 } }, null],
  ['it rounded, without its unit', { FileHash, size: 29 }, null],
  ['it in units of 1,024', { FileHash, fileSize: 27 }, null],
  ['another number of bytes', { FileHash, file: { sizeBytes: '28600001' } }, '28600001'],
  ['what is that size in no unit', { FileHash, size: 28 * 1_000 }, '28000'],
  ['one for another file, in a list', { FileHash, sources: [{ fileSizeBytes: 5 }] }, null],
  ['one beside the only fingerprint', { digest: FileHash, sizeBytes: 5 }, '5'],
] as const)('beside the file it gives %s', (_what, certificate, wrong) => {
  const reading = readCertificate(JSON.stringify(certificate));
  expect((reading && otherSize(reading, 28_600_000))?.text ?? null).toBe(wrong);
});
