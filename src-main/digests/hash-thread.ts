/** What the hash thread is told and answers. Memory is shared, so nothing is copied; whoever wrote waits for the answer. */

export type HashOrder =
  | {
      readonly kind: 'update';
      readonly hash: number;
      readonly memory: SharedArrayBuffer;
      readonly offset: number;
      readonly length: number;
    }
  | { readonly kind: 'digest'; readonly hash: number }
  | { readonly kind: 'discard'; readonly hash: number };

/** One for each update and digest of a hash, in their order. */
export interface HashReply {
  readonly hash: number;
  /** Null for an update. */
  readonly digestHex: string | null;
}
