/** Reading files: the result of one, and which are read together. */
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';

export type Fingerprint =
  | {
      readonly kind: 'done';
      /** By it alone a content is known here. Lower-case hexadecimal, 64 digits. */
      readonly blake3: string;
      readonly sizeBytes: number;
      /** The same before the first and after the last byte. */
      readonly identity: FileIdentity;
      /** When the file came to be, in ns since 1970; only of one that was read alone. */
      readonly birthtimeNs?: bigint;
      /** Further digests that were requested, of the same bytes. */
      readonly more?: Digests | undefined;
    }
  /** Not the expected file, or it was written, cut or replaced meanwhile: wait for it to be quiescent again. */
  | { readonly kind: 'changed' }
  /** It is still being acquired: it was not read to its end, or its bytes are not final. Only where that was asked. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'absent' }
  /** `EIO` after three tries; `SILENT_ERRNO` when its drive answers nothing; a code of `UNTRUE_ERRNO` when its drive tells of it what is not so; `EWORKER` when two threads crashed on it. */
  | { readonly kind: 'unreadable'; readonly errno: string }
  /** A link, directory, FIFO, socket or device: never opened for reading. */
  | { readonly kind: 'special' };

export interface ExpectedFile {
  /** Absolute, or a place (`place.ts`). */
  readonly path: string;
  /** Null accepts whatever is there. */
  readonly expected: FileIdentity | null;
}

export const MAX_BATCH_FILES = 64;
/** What a slow disk reads in a tenth of a second. */
export const MAX_BATCH_BYTES = 4 * 1_048_576;

/** Reading it takes a second or more: it must not stand in the way of others. */
const LARGE_BYTES = 128 * 1_048_576;

export function isLarge(sizeBytes: number): boolean {
  return sizeBytes >= LARGE_BYTES;
}

/**
 * Which files are read together. A message to a thread, a turn of the stage runner and a transaction cost more than
 * reading a small file, so small files share them. A large file is read alone, reports its progress, and delays no
 * other. In their order; each batch has at least one file.
 */
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
