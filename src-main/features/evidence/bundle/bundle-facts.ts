/**
 * The contents of an evidence bundle as plain facts: who chose what, what is known about it without a request, and what
 * happened to it while the bundle was made.
 */
import type {
  EvidenceContent,
  EvidenceContents,
  EvidenceDocument,
  EvidenceFile,
  EvidenceVerdict,
  UnprovenFile,
} from '../../../../src-shared/model/proofs/evidence.ts';
import type {
  DigestAlgorithm,
  Digests,
  HashMethod,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import type { PastFile } from '../../../../src-shared/model/proofs/cited-records.ts';
import type { CertificateReading } from '../../../../src-shared/model/proofs/read-certificate.ts';
import type { PdfAction } from '../../../../src-shared/model/proofs/pdf-actions.ts';
import type { RecordAddress } from '../../../../src-shared/model/proofs/verdict.ts';
import type { ProvenanceTerms } from '../../../../src-shared/model/lineage/provenance-terms.ts';
import type { Content } from '../../../db/files/content-repository.ts';

export interface PersonFacts {
  /** The service's id; empty if unknown. */
  readonly userId: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Empty if unknown. */
  readonly organisation: string;
}

/** A file on the service. */
export interface RecordedFile extends RecordAddress {
  readonly name: string;
  /** The status that the service reports. */
  readonly status: string;
  /** `primary`, `secondary`, or an undocumented value. */
  readonly fileType: string;
  /** Separated by commas. */
  readonly labels: string;
  readonly uploadedAtMs: number | null;
  /** When it came onto the chain: then, where `isDateRecorded`, else no later; null when this computer did not see it. */
  readonly notarizedAtMs: number | null;
  /** See `ProofDate`. */
  readonly isDateRecorded?: true | undefined;
  /** Empty if unknown. */
  readonly ownerName: string;
  /** Of the content that this computer knows for it; null when it never had it. */
  readonly content: Pick<Content, 'sizeBytes' | 'sha256' | 'blake3'> | null;
}

export interface ChosenFile {
  /** Its name here, else its name on the service. */
  readonly name: string;
  /** As a `FileView` has it, for the person alone: no bundle holds it. Null: only the service has the file. */
  readonly folderPath: string | null;
  /** Its path relative to the folder it was chosen from, with `/`. */
  readonly original: string;
  /** Absolute path and last known size of the copy here; null without one. */
  readonly copy: { readonly path: string; readonly sizeBytes: number } | null;
  /** What is known of its content here since it was notarized; null: nothing speaks against it. */
  readonly past: PastFile | null;
  readonly record: RecordedFile;
}

export interface ProjectFacts {
  readonly projectId: string;
  readonly name: string;
  readonly area: string;
  readonly organisation: string;
  readonly location: string;
  readonly tags: readonly string[];
  /** As the service wrote them. */
  readonly startDate: string;
  readonly endDate: string;
  readonly leaderId: string;
  readonly members: readonly PersonFacts[];
  /**
   * Which file was made from which, among the chosen ones and their sources. Null: the service's lists are not on this
   * computer.
   */
  readonly provenance: ProvenanceTerms | null;
}

/** What a person chose for a bundle. */
export interface ChosenEvidence {
  /** Human-readable: what it is about; also the beginning of the new folder's name. */
  readonly title: string;
  readonly files: readonly ChosenFile[];
  readonly unproven: readonly UnprovenFile[];
  readonly leftOutByRules: number;
}

export interface BundleFacts extends ChosenEvidence {
  readonly contents: EvidenceContents;
  readonly projects: readonly ProjectFacts[];
  /** Null when the service never reported who is signed in. */
  readonly madeBy: PersonFacts | null;
  /** Address of the service. */
  readonly service: string;
  readonly software: readonly { readonly name: string; readonly version: string }[];
}

/** A file of the bundle. */
export interface Part {
  /** Relative to the payload, with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The comparison of a copy with its record. */
export interface CopyEvaluation {
  readonly verdict: EvidenceVerdict;
  /** The record's fingerprint as the service writes it; null when there is none. */
  readonly written: string | null;
  /** The method of the comparison; null when there was none. */
  readonly method: HashMethod | null;
  /** Code of the reason why no verdict is certain; null with a certain one. */
  readonly doubt: string | null;
  /** Whether the copy is what this computer sent as that record; null when it sent none. */
  readonly isAsSent: boolean | null;
  /** Digests that could still make it a match. */
  readonly missing: readonly DigestAlgorithm[];
}

/** The outcome for a chosen file. */
export interface BundledFile {
  readonly chosen: ChosenFile;
  readonly content: EvidenceContent;
  /** Of the copy as just read, whether it is in the bundle or not. */
  readonly read: {
    readonly digests: Digests;
    readonly sizeBytes: number;
    readonly modifiedAtMs: number;
  } | null;
  readonly evaluation: CopyEvaluation | null;
  /** The copy in the bundle. */
  readonly part: Part | null;
  readonly documents: Documents;
  readonly contradictedBy: EvidenceFile['contradictedBy'];
}

/** What the report and the list of checks say of it. */
export function proofsOf({ content, evaluation, documents, contradictedBy }: BundledFile) {
  return {
    content,
    verdict: evaluation?.verdict ?? null,
    certificate: documents.certificate,
    metadata: documents.metadata,
    contradictedBy,
  };
}

/** The service's documents about one record, in the bundle. */
export interface Documents {
  /** What the certificate says; null without one that can be read. */
  readonly reading: CertificateReading | null;
  readonly certificate: EvidenceDocument;
  readonly metadata: EvidenceDocument;
  readonly certificatePdf: Part | null;
  /** What that PDF holds besides pages. */
  readonly pdfActions: readonly PdfAction[];
  readonly certificateJson: Part | null;
  readonly metadataJson: Part | null;
}

export interface Bundle extends BundleFacts {
  readonly id: string;
  readonly madeAtMs: number;
  /** How the service makes its fingerprints; null: not known yet. */
  readonly method: HashMethod | null;
  readonly bundled: readonly BundledFile[];
}
