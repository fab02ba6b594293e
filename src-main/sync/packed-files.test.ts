import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fingerprint } from './fingerprinter.ts';
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
const file = fc.record({ path, expected: fc.option(identity) });
const digest = fc.stringMatching(/^[0-9a-f]{64}$/);

test('files and what was read of them arrive as they were sent', () => {
  fc.assert(
    fc.property(fc.array(file), digest, digest, (files, blake3, sha256) => {
      expect([...unpackFiles(packFiles(files))]).toEqual(files);
      for (const sent of files) {
        const { expected } = sent;
        const known = expected ?? { dev: '', ino: '', sizeBytes: 1, mtimeNs: '', ctimeNs: '' };
        const { sizeBytes } = known;
        const done = { kind: 'done', blake3, sha256, sizeBytes, identity: known } as const;
        const more = { ...done, more: { 'sha3-256': sha256 } };
        const others: readonly Fingerprint[] = [{ kind: 'changed' }, done, more];
        for (const print of others)
          expect(unpackPrint(packPrint(print, sent), sent)).toEqual(print);
      }
    }),
  );
});
