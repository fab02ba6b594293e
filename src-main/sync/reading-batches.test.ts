import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inReadingBatches, MAX_BATCH_BYTES, MAX_BATCH_FILES } from './reading-batches.ts';

const sizes = fc.array(
  fc.oneof(fc.nat(10_000), fc.nat(MAX_BATCH_BYTES * 2)).map((sizeBytes) => ({ sizeBytes })),
  { maxLength: 300 },
);

test('every file is in one batch, in their order', () => {
  fc.assert(
    fc.property(sizes, (files) => {
      expect(inReadingBatches(files).flat()).toEqual(files);
    }),
  );
});

test('a batch of several is small, and no two that follow each other would fit together', () => {
  fc.assert(
    fc.property(sizes, (files) => {
      const batches = inReadingBatches(files);
      const bytes = batches.map((batch) => batch.reduce((sum, file) => sum + file.sizeBytes, 0));
      for (const [index, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0);
        const ownBytes = bytes[index] ?? 0;
        expect(batch.length === 1 || ownBytes <= MAX_BATCH_BYTES).toBe(true);
        const nextBytes = batches[index + 1]?.[0]?.sizeBytes ?? Infinity;
        const isFull = batch.length === MAX_BATCH_FILES;
        expect(isFull || ownBytes + nextBytes > MAX_BATCH_BYTES).toBe(true);
      }
    }),
  );
});
