/**
 * Memory for the pieces of a file being sent: a few buffers, used again and again, so that memory use does not depend
 * on the file's size. No piece is larger than a slow connection takes within seconds.
 */
import type { ContentHash } from '../../../digests/content-hash.ts';

const RING_SLOTS = 5; // more leave the processor's cache before they are sent
const MOST_WITH_KERNEL = 2; // it may take them all at once and report only then: a slow connection is not a stalled one
export const MAX_PIECE_BYTES = 1_048_576; // larger pieces gain nothing
export const MIN_PIECE_BYTES = 65_536;
const QUICK_PIECE_MS = 250;
const SLOW_PIECE_MS = 2_000;

/**
 * A stalled peer differs from a slow one in that no pieces are taken, so no piece may be larger than a slow connection
 * takes within a few seconds. Doubles after a quick piece, halves after a slow one.
 */
export function nextPieceBytes(pieceBytes: number, tookMs: number): number {
  if (tookMs < QUICK_PIECE_MS) return Math.min(MAX_PIECE_BYTES, pieceBytes * 2);
  if (tookMs > SLOW_PIECE_MS) return Math.max(MIN_PIECE_BYTES, pieceBytes / 2);
  return pieceBytes;
}

export interface Slot {
  readonly index: number;
  readonly memory: Uint8Array;
  /** The kernel has the piece. */
  taken: Promise<unknown>;
  /** So has the hash. */
  free: Promise<unknown>;
}

/** At most five pieces, made when first needed. */
export function makeRing(fileBytes: number, hash: ContentHash) {
  const slots: Slot[] = [];
  let turn = 0;
  return {
    next(): Slot {
      const index = turn++ % RING_SLOTS;
      return (slots[index] ??= {
        index,
        memory: memoryFor(hash, Math.min(MAX_PIECE_BYTES, fileBytes)),
        taken: Promise.resolve(),
        free: Promise.resolve(),
      });
    },
    /** Resolves when the kernel may be given the piece of this slot, the next in their order. */
    roomAtKernel: ({ index }: Slot) =>
      slots[(index + RING_SLOTS - MOST_WITH_KERNEL) % RING_SLOTS]?.taken,
    drained: () => Promise.all(slots.map((slot) => slot.free)),
  };
}

/** Memory that the hash can read without copying, if it has requirements. */
export function memoryFor(hash: ContentHash, bytes: number): Uint8Array {
  return hash.memory?.(bytes) ?? Buffer.allocUnsafeSlow(bytes);
}
