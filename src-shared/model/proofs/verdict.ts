/**
 * The result of comparing a file with a record, without the network. There are three verdicts, and none is ever a
 * guess. A file matches when its digest equals the record's fingerprint under any method. It differs only when the
 * method of the service is known. Everything else is undecided for now, with a reason that says what would decide it.
 * Plain data: faces, reports and the evidence bundle show the same.
 */
import type { DigestAlgorithm, FileDigests, HashMethod } from './hash-method.ts';
import type { Visibility } from '../money/price.ts';
import type { Confirmation, ServiceAnswer } from './proof.ts';
import { assertNever } from '../result.ts';
import type { ServiceFault } from '../status/service-fault.ts';

const VERDICTS = ['match', 'mismatch', 'unsure'] as const;
export type VerdictKind = (typeof VERDICTS)[number];

/** The file as it was read: once, from its first to its last byte, while it stood still. */
export interface ReadFile {
  readonly name: string;
  /** Absolute; null when a page handed its bytes over without one. */
  readonly path: string | null;
  readonly sizeBytes: number;
  /** Null when a page handed the bytes over. */
  readonly modifiedAtMs: number | null;
  /** BLAKE3 and SHA-256 always, and what was needed to compare. */
  readonly digests: FileDigests;
}

/** Where the service has a record: ids are unique within a project and a kind, as far as is known. */
export interface RecordAddress {
  readonly projectId: string;
  readonly visibility: Visibility;
  /** The service's id of the file. */
  readonly fileId: string;
}

/** A file on the service, as far as this account knows it. */
export interface RecordFacts extends RecordAddress {
  /** Null when the project's name was never seen here. */
  readonly projectName: string | null;
  readonly name: string;
  /** The status that the service reports. */
  readonly status: string;
  /** When it came onto the chain: then, where `isDateRecorded`, else no later; null when this computer did not see it. */
  readonly notarizedAtMs: number | null;
  /** See `ProofDate`. */
  readonly isDateRecorded?: true | undefined;
  /** What the service calls its time of upload; null when it does not say. */
  readonly uploadedAtMs: number | null;
  /** Null when this computer never held the content. */
  readonly sizeBytes: number | null;
  readonly isCertificateSaved: boolean;
}

/** Identifies a record. */
export function recordKey({ projectId, visibility, fileId }: RecordAddress): string {
  return JSON.stringify([projectId, visibility, fileId]);
}

/** Two fingerprints side by side. */
export interface Comparison {
  /** Where the record's fingerprint was read: in its metadata document, or in a certificate. */
  readonly source: 'metadata' | 'certificate';
  /** Its path in the certificate, such as "file.FileHash"; absent for the document, where its path is fixed. */
  readonly at?: string | undefined;
  /** The record's fingerprint as it is written there. */
  readonly written: string;
  readonly method: HashMethod;
  /** Both in lower-case hex. */
  readonly fileHex: string;
  readonly recordHex: string;
}

/** Why there is no verdict. Each names what is known; `settledBy` says what would decide it. */
export type Doubt =
  /** The file. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'not-a-file' }
  | { readonly kind: 'unreadable'; readonly errno: string }
  | { readonly kind: 'changed-while-read' }
  /** The record: not on the chain yet, never got there, or in a state this version does not know. */
  | { readonly kind: 'recording' }
  | { readonly kind: 'record-error' }
  | { readonly kind: 'unknown-status'; readonly status: string }
  /** Its fingerprint: not on this computer, and why it could not be had just now. */
  | { readonly kind: 'not-fetched'; readonly fault: ServiceFault | null }
  /** The service names none. */
  | { readonly kind: 'no-fingerprint' }
  | { readonly kind: 'unreadable-fingerprint'; readonly written: string }
  /** It differs in every way we can read it, and how this service makes it is not known yet. */
  | { readonly kind: 'method-unknown'; readonly written: string }
  /** This computer sent exactly these bytes as that record, and the service names another fingerprint. */
  | { readonly kind: 'contradicts-upload'; readonly written: string }
  /** The certificate. */
  | { readonly kind: 'not-a-certificate' }
  | { readonly kind: 'certificate-without-fingerprint' }
  /** It says two things that cannot both be so; `confirmation` says which. */
  | { readonly kind: 'certificate-contradicts-itself' }
  /** It says in which way its fingerprint was made, and that is none that is made here. */
  | { readonly kind: 'certificate-method-not-computed'; readonly stated: string }
  | { readonly kind: 'certificate-method-unknown'; readonly written: readonly string[] }
  /** The file is that of the record which the certificate speaks of, and the certificate names another fingerprint. */
  | { readonly kind: 'certificate-contradicts-record'; readonly written: string }
  /**
   * None of the records known here has this content. `compared`: how many of them have a fingerprint that was
   * compared; `uncompared`: how many could not be.
   */
  | {
      readonly kind: 'no-such-record';
      readonly projectId: string | null;
      readonly compared: number;
      readonly uncompared: number;
    };

export type Verdict =
  | {
      readonly kind: 'match';
      /** Null for a certificate of a file that this account does not know. */
      readonly record: RecordFacts | null;
      readonly comparison: Comparison;
    }
  | {
      readonly kind: 'mismatch';
      readonly record: RecordFacts | null;
      /** Null: by its size, whatever its digests are. */
      readonly comparison: Comparison | null;
      /** How many bytes longer the file is than the record's content; negative: shorter; null: not known. */
      readonly longerByBytes: number | null;
      /** Other records that do have this content, the best first. */
      readonly matches: readonly RecordFacts[];
      readonly isChangedSince?: ChangedSince;
    }
  | {
      readonly kind: 'unsure';
      readonly doubt: Doubt;
      readonly record: RecordFacts | null;
      /** Other records that do have this content, the best first. */
      readonly matches: readonly RecordFacts[];
      readonly isChangedSince?: ChangedSince;
    };

/**
 * It is the file of that record, and was changed since: it lies where that was, or its bytes are what this computer found there
 * later. Absent: nothing says so.
 */
type ChangedSince = true | undefined;

/** Which look brought the verdict about. */
export type DecidedBy = 'reading' | 'status' | 'metadata' | 'certificate' | 'search';

/** What a file is compared with. */
export type AgainstKind = 'own' | 'record' | 'certificate' | 'project' | 'anything';

export interface Verification {
  /** Under which its report can be asked for, for as long as the program runs. */
  readonly id: string;
  readonly checkedAtMs: number;
  readonly against: AgainstKind;
  /** What was asked about. */
  readonly asked: { readonly name: string; readonly path: string | null };
  /** Null when it could not be read. */
  readonly file: ReadFile | null;
  readonly verdict: Verdict;
  readonly decidedBy: DecidedBy;
  /** What it was compared with, without what the service answered. See `confirmationOf`. */
  readonly confirmation: Confirmation;
  /** Null: it was not asked, and nothing of the file was sent. */
  readonly serviceAnswer: ServiceAnswer | null;
  /** How this service makes its fingerprints, as far as that is known after this check. */
  readonly method: HashMethod | null;
  /**
   * Digests that were not made of bytes that were handed over, and could still make them the record's: a service may have
   * changed its method. A caller that can hands them over once more, for all digests. Absent when every way was tried.
   */
  readonly untried?: readonly DigestAlgorithm[] | undefined;
  /** Whether the file is what this computer sent as that record; null when it sent none, or nothing was read. */
  readonly isAsUploaded: boolean | null;
  /** Address of the service; null without an account. */
  readonly service: string | null;
}

/** What would decide an uncertain verdict; faces make buttons of them. */
const SETTLINGS = [
  'check-again',
  'choose-file',
  'wait',
  'look-at-record',
  'fetch-again',
  'sign-in',
  'ask-service',
  'other-certificate',
  'name-record',
] as const;
export type Settling = (typeof SETTLINGS)[number];

/** The most promising first. `ask-service` uploads the content, so it needs an approval in every face. */
export function settledBy(doubt: Doubt): readonly Settling[] {
  switch (doubt.kind) {
    case 'absent':
    case 'not-a-file':
      return ['choose-file'];
    case 'unreadable':
      if (doubt.errno === 'EISDIR' || doubt.errno === 'ELABSEAL') return ['choose-file'];
      return ['check-again', 'choose-file'];
    case 'changed-while-read':
      return ['check-again', 'choose-file'];
    case 'recording':
      return ['wait', 'check-again'];
    case 'record-error':
      return ['look-at-record'];
    case 'unknown-status':
      return ['check-again', 'ask-service'];
    case 'not-fetched':
      return doubt.fault?.kind === 'not-signed-in'
        ? ['sign-in', 'fetch-again']
        : ['fetch-again', 'ask-service'];
    case 'no-fingerprint':
    case 'unreadable-fingerprint':
    case 'contradicts-upload':
      return ['fetch-again', 'ask-service'];
    case 'method-unknown':
      return ['ask-service'];
    case 'not-a-certificate':
    case 'certificate-without-fingerprint':
    case 'certificate-contradicts-itself':
    case 'certificate-contradicts-record':
      return ['other-certificate', 'name-record'];
    case 'certificate-method-unknown':
    case 'certificate-method-not-computed':
      return ['name-record', 'ask-service'];
    case 'no-such-record':
      return ['ask-service', 'choose-file'];
    default:
      return assertNever(doubt);
  }
}
