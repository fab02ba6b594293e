import { createHash } from 'node:crypto';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HashMethod } from '../../src-shared/model/proofs/hash-method.ts';
import { digestsOf, METHODS, writtenAs } from '../features/verify/test-support/digested.ts';
import {
  equalReading,
  methodOfText,
  methodText,
  readFileHash,
} from '../../src-shared/model/proofs/file-hash.ts';

const DIGESTS = digestsOf('abc');

/** As which method of the content "abc" a text is read. */
const meant = (text: string) => {
  const reading = equalReading(readFileHash(text), DIGESTS);
  return reading && { algorithm: reading.algorithm, encoding: reading.encoding };
};

function otherWays(written: string, { encoding }: HashMethod): readonly string[] {
  if (encoding === 'hex') return [` 0x${written.toUpperCase()}\n`];
  return encoding === 'base64' ? [Buffer.from(written, encoding).toString('base64url')] : [];
}

test.each(METHODS.map((method) => [methodText(method), method] as const))(
  'the hash of a content as %s is recognised, and the name of that is read again',
  (name, method) => {
    const written = writtenAs('abc', method);
    for (const text of [written, ...otherWays(written, method)])
      expect(meant(text)).toEqual(method);
    expect(methodOfText(name)).toEqual(method);
  },
);

test('no other text is equal, nor makes the reading throw', () => {
  const sha256 = Buffer.from(DIGESTS.sha256, 'hex');
  const byAnother = CID.createV1(0x55, create(0x16, sha256)).toString();
  const other = createHash('sha256').update('abd').digest();
  const odd = ['', ' ', 'abc', 'Qm', 'bafy', 'zz'.repeat(32), 'a'.repeat(63), 'é'.repeat(32)];
  for (const text of [...odd, byAnother, other.toString('hex'), other.toString('base64')]) {
    expect(meant(text)).toBeNull();
  }
  const anyText = fc.oneof(fc.string(), fc.base64String(), fc.stringMatching(/^[\da-f]{64}$/));
  fc.assert(fc.property(anyText, (text) => meant(text) === null));
  expect(methodOfText('sha256')).toBeNull();
});
