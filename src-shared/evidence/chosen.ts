/**
 * What somebody chose to be checked, wherever it lies: on a disk, in a page, in a ZIP. It is read and never written, and its
 * names are those that were chosen.
 */
import type { Digests, ListAlgorithm } from '../model/proofs/hash-method.ts';
import type { Refusal } from '../model/proofs/judgement.ts';

export interface ChosenEntry {
  /** As it was chosen, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Null: it is read. */
  readonly refusal: Refusal | null;
  /** In pieces; throws `UnreadablePart` when it cannot be read to its end. */
  readonly pieces: () => AsyncIterable<Uint8Array>;
  /** A part of it; absent where it can only be read from its beginning. */
  readonly slice?: (from: number, to: number) => Promise<Uint8Array>;
}

export class UnreadablePart extends Error {}

/** So many files and folders of one choice are looked at. */
export const MOST_ENTRIES = 1_000_000;

export interface DigestOrder {
  readonly entry: ChosenEntry;
  readonly algorithms: readonly ListAlgorithm[];
}

/** Null for what cannot be read. `onRead` is told how many bytes more were read. */
export type DigestAll = (
  orders: readonly DigestOrder[],
  onRead: (bytes: number) => void,
) => Promise<readonly (Digests | null)[]>;

/** A file that is short; 'too-large' when it is not, null when it cannot be read. */
export async function readWhole(
  entry: ChosenEntry,
  mostBytes: number,
): Promise<Uint8Array | 'too-large' | null> {
  const { sizeBytes, refusal } = entry;
  if (refusal !== null) return null;
  if (sizeBytes > mostBytes) return 'too-large';
  try {
    if (entry.slice !== undefined) return await entry.slice(0, sizeBytes);
    const bytes = new Uint8Array(sizeBytes);
    let filled = 0;
    for await (const piece of entry.pieces()) {
      if (filled + piece.length > sizeBytes) return 'too-large'; // it grew
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    if (error instanceof UnreadablePart) return null;
    throw error;
  }
}
