/**
 * Compares the digests of a file with one record, or with a certificate. Pure. An equal digest is a match under any
 * method. A different one is a mismatch only under the method that this service is known to use, and only when no other
 * reading of the fingerprint makes it equal. It never guesses.
 */
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type FileDigests,
  type HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type {
  Comparison,
  DecidedBy,
  Doubt,
  RecordFacts,
} from '../../../src-shared/model/proofs/verdict.ts';
import {
  equalReading,
  type HashReading,
  isSameMethod,
  readFileHash,
} from '../../digests/file-hash.ts';
import type { Content } from '../../db/files/content-repository.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { contradictionAbout } from '../certificates/find-contradiction.ts';
import type { CertificateReading } from '../certificates/read-certificate.ts';

/** What is known about the fingerprint in the record's metadata document. */
export type KnownFileHash =
  | { readonly kind: 'known'; readonly written: string }
  /** The service gives none. */
  | { readonly kind: 'none' }
  /** It is not saved here; `fault`: why it could not be fetched, null when no request was made. */
  | { readonly kind: 'not-fetched'; readonly fault: ServiceFault | null };

export interface HeldRecord {
  readonly facts: RecordFacts;
  /** Digests of what this computer sent as this record; null when it sent nothing. */
  readonly sent: Pick<Content, 'blake3' | 'sha256'> | null;
  readonly fileHash: KnownFileHash;
}

export type Evaluation =
  | { readonly kind: 'match'; readonly comparison: Comparison; readonly decidedBy: DecidedBy }
  | {
      readonly kind: 'mismatch';
      readonly comparison: Comparison;
      readonly decidedBy: DecidedBy;
      readonly missing: Missing;
    }
  | {
      readonly kind: 'unsure';
      readonly doubt: Doubt;
      readonly decidedBy: DecidedBy;
      readonly missing?: Missing;
    };

/** `isAsSent`: whether the file is what this computer sent as that record; null when it sent none. */
export type Examination = Evaluation & { readonly isAsSent: boolean | null };

/** Digests that were not computed and could still make it a match: a service may have changed its method. */
type Missing = readonly DigestAlgorithm[];

/** The relation of one fingerprint, as written in a document, to a file. */
export type Standing =
  | { readonly kind: 'equal'; readonly reading: HashReading; readonly fileHex: string }
  | {
      readonly kind: 'different';
      readonly reading: HashReading;
      readonly fileHex: string;
      readonly missing: Missing;
    }
  /** No known method could have made it, so a difference proves nothing. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unreadable' };

/** `method`: the known method of the service's fingerprints; null: not known. */
export function standingOf(
  written: string,
  digests: FileDigests,
  method: HashMethod | null,
): Standing {
  const readings = readFileHash(written);
  if (readings.length === 0) return { kind: 'unreadable' };
  const equal = equalReading(readings, digests);
  if (equal !== null) {
    return { kind: 'equal', reading: equal, fileHex: digests[equal.algorithm] ?? '' };
  }
  const usual = readings.find((reading) => method !== null && isSameMethod(reading, method));
  const fileHex = usual === undefined ? undefined : digests[usual.algorithm];
  if (usual === undefined || fileHex === undefined) return { kind: 'undecided' };
  const missing = algorithmsOf(readings).filter((algorithm) => digests[algorithm] === undefined);
  return { kind: 'different', reading: usual, fileHex, missing };
}

/** The digests needed to compare a file with these fingerprints, beside the two that are always computed. */
export function algorithmsFor(
  written: readonly string[],
  method: HashMethod | null,
): readonly DigestAlgorithm[] {
  const wanted = new Set<DigestAlgorithm>();
  for (const text of written) {
    const readings = readFileHash(text);
    const usual = readings.find((reading) => method !== null && isSameMethod(reading, method));
    for (const { algorithm } of usual === undefined ? readings : [usual]) wanted.add(algorithm);
  }
  return DIGEST_ALGORITHMS.filter((algorithm) => wanted.has(algorithm) && !ALWAYS.has(algorithm));
}

const ALWAYS: ReadonlySet<DigestAlgorithm> = new Set(['sha256', 'blake3']);

export function evaluateRecord(
  digests: FileDigests,
  record: HeldRecord,
  method: HashMethod | null,
): Evaluation {
  const unrecorded = doubtAboutStatus(record.facts.status);
  if (unrecorded !== null) return { kind: 'unsure', doubt: unrecorded, decidedBy: 'status' };
  const decidedBy = 'metadata';
  const { fileHash } = record;
  if (fileHash.kind === 'not-fetched') return { kind: 'unsure', doubt: fileHash, decidedBy };
  if (fileHash.kind === 'none') {
    return { kind: 'unsure', doubt: { kind: 'no-fingerprint' }, decidedBy };
  }
  const { written } = fileHash;
  const standing = standingOf(written, digests, method);
  switch (standing.kind) {
    case 'equal':
      return {
        kind: 'match',
        comparison: compared('metadata', undefined, written, standing),
        decidedBy,
      };
    case 'unreadable':
      return { kind: 'unsure', doubt: { kind: 'unreadable-fingerprint', written }, decidedBy };
    case 'undecided':
      return { kind: 'unsure', doubt: { kind: 'method-unknown', written }, decidedBy };
    case 'different': {
      const { missing } = standing;
      if (isAsSent(digests, record) === true) {
        return {
          kind: 'unsure',
          doubt: { kind: 'contradicts-upload', written },
          decidedBy,
          missing,
        };
      }
      const comparison = compared('metadata', undefined, written, standing);
      return { kind: 'mismatch', comparison, decidedBy, missing };
    }
    default:
      return assertNever(standing);
  }
}

/** Whether the file is what this computer sent as that record; null when it sent none. */
export function isAsSent(digests: FileDigests, { sent }: HeldRecord): boolean | null {
  if (sent === null) return null;
  return digests.blake3 === sent.blake3 && digests.sha256 === (sent.sha256 ?? digests.sha256);
}

export function compared(
  source: Comparison['source'],
  at: string | undefined,
  written: string,
  { reading, fileHex }: Extract<Standing, { kind: 'equal' | 'different' }>,
): Comparison {
  const { algorithm, encoding, digestHex: recordHex } = reading;
  return { source, at, written, method: { algorithm, encoding }, fileHex, recordHex };
}

/** A deleted file had been recorded, and a record stays on the chain. An unknown status does not count as success. */
export function doubtAboutStatus(status: string): Doubt | null {
  const state = stateOfWord(status);
  if (state === 'notarized' || state === 'deleting' || state === 'deleted') return null;
  if (state === 'recording') return { kind: 'recording' };
  return state === 'record_error' ? { kind: 'record-error' } : { kind: 'unknown-status', status };
}

function algorithmsOf(readings: readonly HashReading[]): readonly DigestAlgorithm[] {
  return [...new Set(readings.map(({ algorithm }) => algorithm))];
}

const MOST_SHOWN = 10;

/**
 * Compares with a certificate, of this account or someone else's, in every way it can be read. A difference counts only
 * under the documented name, and when the service's method is known. `method`: of the service that issued the
 * certificate; null: the method or the service is not known.
 */
export function evaluateCertificate(
  digests: FileDigests,
  { fingerprints, isNamed }: CertificateReading,
  method: HashMethod | null,
): Evaluation {
  const decidedBy = 'certificate';
  if (fingerprints.length === 0) {
    return { kind: 'unsure', doubt: { kind: 'certificate-without-fingerprint' }, decidedBy };
  }
  for (const { text, at } of fingerprints) {
    const standing = standingOf(text, digests, isNamed ? method : null);
    if (standing.kind !== 'equal' && standing.kind !== 'different') continue;
    const comparison = compared('certificate', at, text, standing);
    if (standing.kind === 'equal') return { kind: 'match', comparison, decidedBy };
    return { kind: 'mismatch', comparison, decidedBy, missing: standing.missing };
  }
  const written = [...new Set(fingerprints.map(({ text }) => text))].slice(0, MOST_SHOWN);
  return { kind: 'unsure', doubt: { kind: 'certificate-method-unknown', written }, decidedBy };
}

/**
 * Whether a certificate and a record, as it is `written` there, name the same content; null: that cannot be told. Two that
 * differ may be made in two ways: that they differ counts when both are made as this service is known to make them.
 */
export function areSameFingerprints(
  { fingerprints, isNamed }: CertificateReading,
  written: string,
  method: HashMethod | null,
): boolean | null {
  const ofRecord = readFileHash(written);
  const ofCertificate = fingerprints.flatMap(({ text }) => readFileHash(text));
  const isEqual = ofCertificate.some((one) =>
    ofRecord.some(
      (other) => one.algorithm === other.algorithm && one.digestHex === other.digestHex,
    ),
  );
  if (isEqual) return true;
  const isUsual = (reading: HashReading) => method !== null && isSameMethod(reading, method);
  return isNamed && ofCertificate.some(isUsual) && ofRecord.some(isUsual) ? false : null;
}

/** Whether a certificate of this account's own speaks of another file than this one, or against itself. */
export function isAgainst(
  reading: CertificateReading,
  { digests, sizeBytes }: { readonly digests: FileDigests; readonly sizeBytes: number },
  method: HashMethod | null,
): boolean {
  return (
    evaluateCertificate(digests, reading, method).kind === 'mismatch' ||
    contradictionAbout(reading, sizeBytes) !== null
  );
}

/** The digests needed for that, beside the two that are always computed. */
export function algorithmsForCertificate(
  { fingerprints, isNamed }: CertificateReading,
  method: HashMethod | null,
): readonly DigestAlgorithm[] {
  const written = fingerprints.map(({ text }) => text);
  return algorithmsFor(written, isNamed ? method : null);
}
