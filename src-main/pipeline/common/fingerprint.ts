/** What the reading of a file came to. */
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { FileIdentity } from '../../platform/file-identity.ts';

export type Fingerprint =
  | {
      readonly kind: 'done';
      /** Lower-case hexadecimal, 64 digits each. */
      readonly blake3: string;
      readonly sha256: string;
      readonly sizeBytes: number;
      /** The same before the first and after the last byte. */
      readonly identity: FileIdentity;
      /** What else was asked for, of the same bytes. */
      readonly more?: Digests | undefined;
    }
  /** Not the expected file, or it was written, cut or replaced meanwhile: let it settle again. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'absent' }
  /** `EIO` after three tries; `EWORKER` when two threads died over it. */
  | { readonly kind: 'unreadable'; readonly errno: string }
  /** A link, directory, FIFO, socket or device: never opened for reading. */
  | { readonly kind: 'special' };

export interface ExpectedFile {
  /** Absolute. */
  readonly path: string;
  /** Null takes whatever is there. */
  readonly expected: FileIdentity | null;
}
