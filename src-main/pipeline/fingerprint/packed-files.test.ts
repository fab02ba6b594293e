import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packFiles, packPrint, unpackFiles, unpackPrint } from './packed-files.ts';

const number = fc.bigInt({ min: 0n, max: 2n ** 63n }).map(String);
const identity = fc.record({
  dev: number,
  ino: number,
  sizeBytes: fc.nat(),
  mtimeNs: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map(String),
  ctimeNs: number,
});
const path = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
const files = fc.array(fc.record({ path, expected: fc.option(identity) }));
const digest = fc.stringMatching(/^[0-9a-f]{64}$/);

test('files and what was read of them arrive as they were sent', () => {
  fc.assert(
    fc.property(files, identity, digest, digest, (sent, found, blake3, other) => {
      expect([...unpackFiles(packFiles(sent))]).toEqual(sent);
      for (const file of sent) {
        const known = file.expected ?? found;
        const { sizeBytes } = known;
        const done = { kind: 'done', blake3, sizeBytes, identity: known } as const;
        const more = { 'sha3-256': other };
        for (const print of [{ kind: 'changed' } as const, done, { ...done, more }]) {
          expect(unpackPrint(packPrint(print, file), file)).toEqual(print);
        }
      }
    }),
  );
});
