/**
 * Which files are read together. A message to a thread, a turn of the stage runner and a transaction cost more than
 * reading a small file, so small files share them. A large file is read alone, reports its progress, and delays no
 * other.
 */

export const MAX_BATCH_FILES = 64;
/** What a slow disk reads in a tenth of a second. */
export const MAX_BATCH_BYTES = 4 * 1_048_576;

/** Reading it takes a second or more: it must not stand in the way of others. */
const LARGE_BYTES = 128 * 1_048_576;

export function isLarge(sizeBytes: number): boolean {
  return sizeBytes >= LARGE_BYTES;
}

/** In their order; each batch has at least one file. */
export function inReadingBatches<File extends { readonly sizeBytes: number }>(
  files: readonly File[],
): readonly (readonly File[])[] {
  const batches: File[][] = [];
  let batch: File[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = batch.length === MAX_BATCH_FILES || bytes + file.sizeBytes > MAX_BATCH_BYTES;
    if (batch.length === 0 || isFull) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(file);
    bytes += file.sizeBytes;
  }
  return batches;
}
