import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type Digests,
  HASH_ENCODINGS,
} from '../../src-shared/model/hash-method.ts';
import { startDigest } from './digest-algorithms.ts';
import { equalReading, methodOfText, methodText, readFileHash } from './file-hash.ts';

const digestOf = (algorithm: DigestAlgorithm) => {
  const running = startDigest(algorithm);
  running.update(Buffer.from('abc'));
  return running.finish();
};
const DIGESTS: Digests = Object.fromEntries(
  DIGEST_ALGORITHMS.map((algorithm) => [algorithm, digestOf(algorithm)]),
);
const bytesOf = (algorithm: DigestAlgorithm) => Buffer.from(digestOf(algorithm), 'hex');
const RAW = 0x55;

/** As which method of the content "abc" a text is read. */
const meant = (text: string) => {
  const reading = equalReading(readFileHash(text), DIGESTS);
  return reading && { algorithm: reading.algorithm, encoding: reading.encoding };
};

describe('what a service calls the hash of a content', () => {
  test.each([
    ['sha256', 0x12],
    ['sha1', 0x11],
    ['sha512', 0x13],
    ['sha3-256', 0x16],
    ['keccak-256', 0x1b],
    ['blake3', 0x1e],
    ['md5', 0xd5],
    ['blake2b-256', 0xb220],
    ['blake2b-512', 0xb240],
  ] as const)('%s is recognised in hex, base64 and a content identifier', (algorithm, number) => {
    const bytes = bytesOf(algorithm);
    const hex = bytes.toString('hex');
    for (const text of [hex, ` 0x${hex.toUpperCase()}\n`]) {
      expect(meant(text)).toEqual({ algorithm, encoding: 'hex' });
    }
    for (const text of [bytes.toString('base64'), bytes.toString('base64url')]) {
      expect(meant(text)).toEqual({ algorithm, encoding: 'base64' });
    }
    const cid = CID.createV1(RAW, create(number, bytes)).toString();
    expect(meant(cid)).toEqual({ algorithm, encoding: 'cid-v1' });
  });

  test('version 0 of the identifiers too; one of the same digest by another algorithm is not equal', () => {
    const text = CID.createV0(create(0x12, bytesOf('sha256'))).toString();
    expect(meant(text)).toEqual({ algorithm: 'sha256', encoding: 'cid-v0' });
    expect(meant(CID.createV1(RAW, create(0x16, bytesOf('sha256'))).toString())).toBeNull();
  });

  test('no other text is equal, nor makes the reading throw', () => {
    const other = createHash('sha256').update('abd').digest();
    const odd = ['', ' ', 'abc', 'Qm', 'bafy', 'zz'.repeat(32), 'a'.repeat(63), 'é'.repeat(32)];
    for (const text of [...odd, other.toString('hex'), other.toString('base64')]) {
      expect(meant(text)).toBeNull();
    }
    const anyText = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\da-f]{64}$/));
    fc.assert(fc.property(anyText, (text) => meant(text) === null));
  });

  test('a way is kept as a text and read again; any other text is none', () => {
    for (const algorithm of DIGEST_ALGORITHMS) {
      for (const encoding of HASH_ENCODINGS) {
        const method = { algorithm, encoding };
        expect(methodOfText(methodText(method))).toEqual(method);
      }
    }
    expect(methodOfText('sha256')).toBeNull();
  });
});
