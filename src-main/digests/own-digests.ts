/**
 * The digests of our own: BLAKE3, by which a content is known here, and SHA-256, which is made when a content is sent. It
 * loads nothing else, so that a thread starts at once.
 */
import { createHash } from 'node:crypto';
import { Blake3Hasher } from '@napi-rs/blake-hash';

/** In lower-case hexadecimal. */
export interface OwnDigests {
  readonly blake3: string;
  /** Null: not wanted. */
  readonly sha256: string | null;
}

export interface RunningOwnDigests {
  update(bytes: Uint8Array): void;
  /** Call it once. */
  finish(): OwnDigests;
}

export function startOwnDigests(withSha256: boolean): RunningOwnDigests {
  const blake3 = new Blake3Hasher();
  const sha256 = withSha256 ? createHash('sha256') : null;
  return {
    update(bytes) {
      blake3.update(bytes);
      sha256?.update(bytes);
    },
    finish: () => ({ blake3: blake3.digest('hex'), sha256: sha256?.digest('hex') ?? null }),
  };
}
