import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identityOf } from '../../platform/disk/file-identity.ts';
import type { Fingerprint } from '../common/fingerprint.ts';
import { packFiles, unpackFiles, unpackPrints } from './packed-files.ts';

const unsigned = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
/** Systems keep seconds in 64 bits. */
const nanoseconds = fc.bigInt({ min: -(2n ** 93n), max: 2n ** 93n }).map(String);
const identity = fc.record({
  dev: unsigned,
  ino: unsigned,
  sizeBytes: fc.nat(),
  mtimeNs: nanoseconds,
  ctimeNs: nanoseconds,
});
const path = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
const file = fc.record({ path, expected: fc.option(identity) });
const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const others = fc.constantFrom<Fingerprint>(
  { kind: 'changed' },
  { kind: 'unreadable', errno: 'EIO' },
);

test('files arrive as they were sent', () => {
  fc.assert(
    fc.property(fc.array(file), (sent) => {
      const arrived = unpackFiles(packFiles(sent)).map(({ path: place, expected }) => ({
        path: place,
        expected: expected === null ? null : identityOf(expected),
      }));
      expect(arrived).toEqual(sent);
    }),
  );
});

test('a digest is that of the file at its index, unless there is another result', () => {
  const read = fc.record({ path, expected: identity, bytes: digest, other: fc.option(others) });
  fc.assert(
    fc.property(fc.array(read), (files) => {
      const packed = {
        digests: new Uint8Array(Buffer.concat(files.map(({ bytes }) => bytes))),
        others: new Map(
          files.flatMap(({ other }, index) => (other === null ? [] : [[index, other] as const])),
        ),
      };
      expect(unpackPrints(packed, files)).toEqual(
        files.map(({ expected, bytes, other }) => {
          const blake3 = Buffer.from(bytes).toString('hex');
          const done = { kind: 'done', blake3, sizeBytes: expected.sizeBytes, identity: expected };
          return other ?? done;
        }),
      );
    }),
  );
});
