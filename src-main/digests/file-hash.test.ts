import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DIGEST_ALGORITHMS,
  type Digests,
  HASH_ENCODINGS,
  type HashMethod,
} from '../../src-shared/model/hash-method.ts';
import { startDigest } from './digest-algorithms.ts';
import { equalReading, methodOfText, methodText, readFileHash } from './file-hash.ts';

const CONTENT = Buffer.from('abc');
const DIGESTS: Digests = Object.fromEntries(
  DIGEST_ALGORITHMS.map((algorithm) => {
    const running = startDigest(algorithm);
    running.update(CONTENT);
    return [algorithm, running.finish()];
  }),
);
const bytesOf = (algorithm: keyof Digests) => Buffer.from(DIGESTS[algorithm] ?? '', 'hex');
const sha256 = bytesOf('sha256');
const RAW = 0x55;
const DAG_PB = 0x70;

const meant = (text: string): HashMethod | null => {
  const reading = equalReading(readFileHash(text), DIGESTS);
  return reading === null ? null : { algorithm: reading.algorithm, encoding: reading.encoding };
};

describe('what a service calls the hash of a content', () => {
  test.each(DIGEST_ALGORITHMS)('%s is recognised in hex and base64', (algorithm) => {
    const bytes = bytesOf(algorithm);
    const hex = { algorithm, encoding: 'hex' };
    const base64 = { algorithm, encoding: 'base64' };
    expect(meant(bytes.toString('hex'))).toEqual(hex);
    expect(meant(` 0x${bytes.toString('hex').toUpperCase()}\n`)).toEqual(hex);
    expect(meant(bytes.toString('base64'))).toEqual(base64);
    expect(meant(bytes.toString('base64url'))).toEqual(base64);
  });

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
  ] as const)('%s is recognised in a content identifier', (algorithm, number) => {
    const cid = CID.createV1(RAW, create(number, bytesOf(algorithm)));
    expect(meant(cid.toString())).toEqual({ algorithm, encoding: 'cid-v1' });
  });

  test('version 0 of the identifiers too', () => {
    const text = CID.createV0(create(0x12, sha256)).toString();
    expect(text.startsWith('Qm')).toBe(true);
    expect(meant(text)).toEqual({ algorithm: 'sha256', encoding: 'cid-v0' });
    expect(CID.parse(text).code).toBe(DAG_PB);
  });

  test('an identifier of the same digest by another algorithm is not equal', () => {
    expect(meant(CID.createV1(RAW, create(0x16, sha256)).toString())).toBeNull();
  });

  test.each(['', ' ', 'abc', 'Qm', 'bafy', 'zz'.repeat(32), 'a'.repeat(63), 'é'.repeat(32)])(
    '%j is no hash of ours',
    (text) => {
      expect(meant(text)).toBeNull();
    },
  );

  test('no text makes the reading throw, and the digest of another content is never equal', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\da-f]{64}$/)),
        (text) => {
          return meant(text) === null;
        },
      ),
    );
    const other = createHash('sha256').update('abd').digest();
    for (const encoding of ['hex', 'base64'] as const)
      expect(meant(other.toString(encoding))).toBeNull();
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
