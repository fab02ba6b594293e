/**
 * SHA-256 of the bytes that were really sent. Behind an interface, because hashing costs more than sending (about
 * 1.5 GB/s a core) and may move to a worker: `update` may answer later, and the bytes stay untouched until it has.
 */
import { createHash } from 'node:crypto';

export interface ContentHash {
  /** The caller leaves `bytes` alone until this has returned, or resolved. Never rejects: failure shows in `digestHex`. */
  update(bytes: Uint8Array): void | Promise<void>;
  /** Lower-case hexadecimal. Ends the hash. Rejects with an error that has a code when it could not be made. */
  digestHex(): string | Promise<string>;
  /** Ends it without a digest; nothing else may follow. */
  discard?(): void;
  /** Memory that this hash reads without copying it; absent when any memory does. */
  memory?(bytes: number): Uint8Array;
}

/** `fileBytes`: how much there will be to hash. */
export type MakeHash = (fileBytes: number) => ContentHash;

export function makeSha256(): ContentHash {
  const hash = createHash('sha256');
  return {
    update(bytes) {
      hash.update(bytes);
    },
    digestHex: () => hash.digest('hex'),
  };
}
