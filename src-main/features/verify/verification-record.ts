/** A record with everything on this computer that a file can be held against. */
import type { RecordFacts } from '../../../src-shared/model/proofs/verdict.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';

/** What is known of the fingerprint in the record's metadata document. */
export type KnownFileHash =
  | { readonly kind: 'known'; readonly written: string }
  /** The service names none. */
  | { readonly kind: 'none' }
  /** It is not here; `fault`: why it could not be had just now, null when nobody asked. */
  | { readonly kind: 'not-fetched'; readonly fault: ServiceFault | null };

export interface HeldRecord {
  readonly facts: RecordFacts;
  /** Digests of what this computer sent as this record; null when it sent nothing. */
  readonly sent: { readonly sha256: string; readonly blake3: string } | null;
  readonly fileHash: KnownFileHash;
}
