import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inReadingBatches, MAX_BATCH_BYTES, MAX_BATCH_FILES } from './fingerprint.ts';

const size = fc.oneof(fc.nat(10_000), fc.nat(MAX_BATCH_BYTES * 2));
const someFiles = fc.array(fc.record({ sizeBytes: size }), { maxLength: 300 });

test('every file is in one small batch, in their order, and no two batches would fit together', () => {
  fc.assert(
    fc.property(someFiles, (files) => {
      const batches = inReadingBatches(files);
      expect(batches.flat()).toEqual(files);
      for (const [index, batch] of batches.entries()) {
        const bytes = batch.reduce((sum, file) => sum + file.sizeBytes, 0);
        const nextBytes = batches[index + 1]?.[0]?.sizeBytes ?? Infinity;
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(MAX_BATCH_FILES);
        expect(batch.length === 1 || bytes <= MAX_BATCH_BYTES).toBe(true);
        const isFull = batch.length === MAX_BATCH_FILES || bytes + nextBytes > MAX_BATCH_BYTES;
        expect(isFull).toBe(true);
      }
    }),
  );
});
