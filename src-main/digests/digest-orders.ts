/** What the digest thread is told and answers, about one stream of bytes after the other. */
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';

export type DigestOrder =
  | {
      readonly kind: 'update';
      readonly stream: number;
      readonly algorithms: readonly DigestAlgorithm[];
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'finish';
      readonly stream: number;
      readonly algorithms: readonly DigestAlgorithm[];
    }
  | { readonly kind: 'discard'; readonly stream: number };

/** One for each update and finish of a stream, in their order. */
export interface DigestReply {
  readonly stream: number;
  /** Null for an update. */
  readonly digests: Digests | null;
}
