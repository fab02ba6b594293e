/** The result of reading a file. */
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
