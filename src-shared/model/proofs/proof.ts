/**
 * What a verification proves: two lights. The first is the comparison of the file (`Verdict`). The second says whether
 * what it was compared with is confirmed by something that whoever handed it over could not write: anybody can write a
 * certificate. Only both together are a proof. Pure.
 */
import type { AuditRecord } from './audit.ts';
import { isForgeable } from './hash-method.ts';
import type { CertificateField } from './read-certificate.ts';
import type { RecordFacts, Verdict, Verification } from './verdict.ts';

/** A file on the service that proves a content of this account. */
export interface ProofView extends AuditRecord {
  readonly sizeBytes: number;
  readonly blake3: string;
  /** Null: not made. */
  readonly sha256: string | null;
  /** Its certificate is on this computer. */
  readonly isSaved: boolean;
  /** Where a file here that shows it lies, as in a `FileView`; null: there is none. */
  readonly folderPath: string | null;
}

/** When a record came onto the chain, as far as it is known. */
export interface ProofDate {
  readonly atMs: number | null;
  /** Its own certificate says so. Absent: it was there no later than then, when it was seen. */
  readonly isDateRecorded?: true | undefined;
}

/** `recordedAtMs`: what the judge lets its saved certificate say; `seenAtMs`: when it was seen on the chain. */
export function proofDate(recordedAtMs: number | null, seenAtMs: number | null): ProofDate {
  return recordedAtMs === null ? { atMs: seenAtMs } : { atMs: recordedAtMs, isDateRecorded: true };
}

/** What the second light says. */
export type Confirmation =
  /** This account read the record from the service, and it has the file's content. */
  | {
      readonly kind: 'confirmed';
      readonly by: 'record';
      readonly record: RecordFacts;
      /** Fields of the certificate that are as the record has them. Absent where there is no certificate. */
      readonly compared?: readonly CertificateField[];
      /** Its other fields, of which nothing is known here. */
      readonly uncompared?: readonly CertificateField[];
    }
  /** The service was asked about the content and knows it. */
  | { readonly kind: 'confirmed'; readonly by: 'service' }
  | { readonly kind: 'unconfirmed'; readonly why: Unconfirmed }
  /** The record that the certificate is about has another fingerprint, or what `contradiction` says; it has the second value. */
  | {
      readonly kind: 'denied';
      readonly by: 'record';
      readonly record: RecordFacts;
      readonly contradiction?: Contradiction;
    }
  /** The service was asked about the content and does not know it. */
  | { readonly kind: 'denied'; readonly by: 'service' }
  /** The certificate says of its file what cannot be so. */
  | { readonly kind: 'denied'; readonly by: 'itself'; readonly contradiction: Contradiction };

export type RecordDenial = Extract<Confirmation, { kind: 'denied'; by: 'record' }>;

/**
 * What a certificate says twice, and differently: `order`, that its record is older than its upload; `method`, that its
 * fingerprint was made in a way that makes none like it; `file-size`, that the file with its fingerprint has another size than
 * it has, in bytes; `key`, two values under one key.
 */
export interface Contradiction {
  readonly about:
    | 'fingerprint'
    | 'file-size'
    | 'date'
    | 'order'
    | 'method'
    | 'key'
    | Exclude<CertificateField, 'uploaded' | 'recorded'>;
  /** As they are written. */
  readonly values: readonly [string, string];
}

export type Unconfirmed =
  /** Nobody has signed in here who could have read a record. */
  | 'no-account'
  /** Another program is using the account, so none was looked for. */
  | 'account-busy'
  /** This account has read no record with this content, nor one that the certificate names. */
  | 'no-record'
  /** The record is known, and its fingerprint could not be read or compared. */
  | 'unread-record'
  /** The service was asked about a file that is not known to be the certificate's. */
  | 'other-file';

/** What the service said about the content when it was asked. */
export interface ServiceAnswer {
  readonly atMs: number;
  readonly exists: boolean;
  /** Its location as the service describes it; empty when there is none, or it is unknown. */
  readonly fileName: string;
  readonly project: string;
}

/** Both lights together. */
export type ProofResult = 'proven' | 'differs' | 'denied' | 'unproven';

export type Compared = Pick<Verification, 'against' | 'verdict' | 'confirmation' | 'serviceAnswer'>;

/**
 * A contradiction stays one, whatever else is known; what the service says now counts before what was read earlier. It was
 * asked about the file: that says something of a certificate only where the file is the certificate's.
 */
export function confirmationOf({
  against,
  verdict,
  confirmation,
  serviceAnswer,
}: Compared): Confirmation {
  if (confirmation.kind === 'denied' || serviceAnswer === null) return confirmation;
  if (against === 'certificate' && verdict.kind !== 'match') {
    return confirmation.kind === 'confirmed'
      ? confirmation
      : { kind: 'unconfirmed', why: 'other-file' };
  }
  if (confirmation.kind === 'confirmed' && confirmation.by === 'record') {
    if (serviceAnswer.exists || isDeleted(confirmation.record)) return confirmation;
  }
  return serviceAnswer.exists
    ? { kind: 'confirmed', by: 'service' }
    : { kind: 'denied', by: 'service' };
}

/** Its record stays on the chain and proves; the service does not have the content any more. */
export function isDeleted({ status }: Pick<RecordFacts, 'status'>): boolean {
  return status === 'Deleted' || status === 'PendingDeletion';
}

/** Whether there is a second light to show: a comparison with the record itself has none until the service was asked. */
export function hasSecondLight({
  against,
  verdict,
  confirmation,
  serviceAnswer,
}: Compared): boolean {
  if (serviceAnswer !== null) return true;
  return (
    against === 'certificate' && (verdict.kind === 'match' || confirmation.kind !== 'unconfirmed')
  );
}

export function resultOf(verification: Compared): ProofResult {
  const { verdict } = verification;
  if (verdict.kind === 'mismatch') return 'differs';
  const { kind } = confirmationOf(verification);
  if (kind === 'denied') return 'denied';
  const isProven = verdict.kind === 'match' && kind === 'confirmed' && !isWeak(verdict);
  return isProven ? 'proven' : 'unproven';
}

/** It fits by a fingerprint of which a second file can be made. */
export function isWeak(verdict: Verdict): boolean {
  return verdict.kind === 'match' && isForgeable(verdict.comparison.method.algorithm);
}
