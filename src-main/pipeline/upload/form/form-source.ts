/**
 * What a form's bytes are read from, and why a form may not be completed: the types shared by the modules that write
 * it.
 */
import type { Clock } from '../../../platform/clock.ts';
import type { FileIdentity } from '../../../platform/disk/file-identity.ts';
import { fail } from '../../../../src-shared/model/result.ts';
import type { ContentHash, MakeHash } from '../../../digests/content-hash.ts';
import type { FrozenForm } from './representation.ts';
import type { SourceFile, SourceUnreadable } from './source-file.ts';

export interface FormSource {
  readonly form: FrozenForm;
  readonly content: FormContent;
  /** As it was when the file was fingerprinted. */
  readonly identity: FileIdentity;
  /** Its fingerprint. */
  readonly blake3Hex: string;
  /** Its SHA-256 is not known yet: it is made of the bytes that are sent. */
  readonly wantsSha256: boolean;
  /** Stores it, before the tail's release. Synchronous; throwing keeps the commit gate closed. */
  readonly keepSha256: (sha256Hex: string) => void;
  /**
   * Makes it durable that the tail is about to leave, unless the body is stopped by then; true: it may leave. Rejecting
   * keeps the commit gate closed.
   */
  readonly releaseTail: (isStopped: () => boolean) => Promise<boolean>;
  readonly clock: Clock;
  readonly makeHash?: MakeHash;
  /** Where a part leaves its running hash for the next one; without it every part hashes from the beginning. */
  readonly carry?: HashCarry;
}

/** Open and still to be proven, or completely read and proven. */
export type FormContent =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'proven'; readonly bytes: Uint8Array; readonly sha256Hex: string | null };

/** Bytes of the form: `toByte` is the first one not written. */
export interface FormRange {
  readonly fromByte: number;
  readonly toByte: number;
}

/** The hash of the file's first `bytes` bytes, as they were read for sending. */
export interface RunningHash {
  readonly hash: ContentHash;
  readonly bytes: number;
}

export interface HashCarry {
  current: RunningHash | null;
}

export type SourceChanged = {
  readonly kind: 'source-changed';
  readonly how: 'identity' | 'length' | 'content';
};

/** Why the form was not completed. `code` of a failed release is the journal's own (SQLITE_FULL …), if it has one. */
export type FormFault =
  | SourceChanged
  | SourceUnreadable
  | { readonly kind: 'not-released'; readonly code: string | null }
  | { readonly kind: 'interrupted' };

/**
 * Accepts a piece; resolves once its memory may be used again, also when the connection is gone by then. It never
 * rejects: the receiver of the bytes aborts the signal instead.
 */
export type WritePiece = (bytes: Uint8Array) => Promise<void>;

export const interrupted = fail({ kind: 'interrupted' } as const);

export function changed(how: SourceChanged['how']): {
  readonly ok: false;
  readonly fault: SourceChanged;
} {
  return fail({ kind: 'source-changed', how });
}
