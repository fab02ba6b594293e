import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { expect, test } from 'vitest';
import { makeFileHash } from './file-hash.ts';
import { readDocument, sealDocument } from './metadata-document.ts';

const sha256 = createHash('sha256').update('abc').digest();
const md5 = createHash('md5').update('abc').digest();

test.each([
  ['hex', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['HEX', 'BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD'],
  ['base64', 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='],
  ['cid-v1', 'bafkreif2pall7dybz7vecqka3zo24irdwabwdi4wc55jznaq75q7eaavvu'],
  ['cid-v0', 'QmatYkNGZnELf8cAGdyJpUca2PyY4szai3RHyyWofNY1pY'],
] as const)('SHA-256 of abc as %s', (encoding, value) => {
  expect(makeFileHash({ sha256 }, { algorithm: 'sha256', encoding }).value).toBe(value);
});

test('the older content identifier is made of SHA-256 whatever the algorithm, and named so', () => {
  const made = makeFileHash({ sha256, md5 }, { algorithm: 'md5', encoding: 'cid-v0' });
  expect(CID.parse(made.value).multihash.digest).toEqual(new Uint8Array(sha256));
  expect(made.method).toBe('sha256, cid-v0');
});

test('another algorithm is used when its digest was made, and named', () => {
  const reading = { algorithm: 'md5', encoding: 'hex' } as const;
  const value = '900150983cd24fb0d6963f7d28e17f72';
  expect(makeFileHash({ sha256, md5 }, reading)).toEqual({ value, method: 'md5, hex' });
  expect(makeFileHash({ sha256 }, reading).method).toBe('sha256, hex');
});

test('a metadata document is found by the CIDv1 of exactly its text', () => {
  const { cid, text } = sealDocument({ FileHash: 'aa', FileLinkStore: 'http://x/y' });
  const read = CID.parse(cid);
  expect([read.version, read.code]).toEqual([1, 0x0200]);
  expect(Buffer.from(read.multihash.digest)).toEqual(createHash('sha256').update(text).digest());
  expect(readDocument(text)).toEqual({ FileHash: 'aa', FileLinkStore: 'http://x/y' });
});
