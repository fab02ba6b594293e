/**
 * What goes into an evidence bundle, as plain facts: who chose what, what is known about it without asking anybody, and
 * what became of it while the bundle was made.
 */
import type {
  EvidenceContent,
  EvidenceContents,
  EvidenceDocument,
  EvidenceVerdict,
  UnprovenFile,
} from '../../../../src-shared/model/proofs/evidence.ts';
import type {
  DigestAlgorithm,
  Digests,
  HashMethod,
} from '../../../../src-shared/model/proofs/hash-method.ts';
import type { Visibility } from '../../../../src-shared/model/money/price.ts';
import type { ProvenanceTerms } from '../../../../src-shared/model/lineage/provenance-terms.ts';

export interface PersonFacts {
  /** The service's id; empty when it is not told. */
  readonly userId: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Empty when it is not known. */
  readonly organisation: string;
}

/** A file on the service. */
export interface RecordedFile {
  readonly fileId: string;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly name: string;
  /** The service's word. */
  readonly status: string;
  /** `primary`, `secondary`, or a word that is not documented. */
  readonly fileType: string;
  /** Separated by commas. */
  readonly labels: string;
  readonly uploadedAtMs: number | null;
  /** When it was seen to be on the chain; null when this computer did not see it. */
  readonly notarizedAtMs: number | null;
  /** Empty when it is not told. */
  readonly ownerName: string;
  /** Of the content that this computer knows for it; null when it never held it. */
  readonly content: {
    readonly sizeBytes: number;
    readonly sha256: string;
    readonly blake3: string;
  } | null;
}

export interface ChosenFile {
  /** As it is called here, else as it is called on the service. */
  readonly name: string;
  /** Where it was, relative to the folder it was chosen from, with `/`. */
  readonly original: string;
  /** Absolute path and last known size of the copy here; null without one. */
  readonly copy: { readonly path: string; readonly sizeBytes: number } | null;
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
   * Which file was made from which, of the chosen ones and of those they come from. Null: the service's lists are not on
   * this computer.
   */
  readonly provenance: ProvenanceTerms | null;
}

export interface BundleFacts {
  /** For people: what the bundle is about. */
  readonly title: string;
  readonly contents: EvidenceContents;
  readonly files: readonly ChosenFile[];
  readonly unproven: readonly UnprovenFile[];
  readonly leftOutByRules: number;
  readonly projects: readonly ProjectFacts[];
  /** Null when the service never told who is signed in. */
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

/** How a copy compares with its record. */
export interface CopyEvaluation {
  readonly verdict: EvidenceVerdict;
  /** The record's fingerprint as the service writes it; null when there is none to compare with. */
  readonly written: string | null;
  /** In which way they were compared; null when they were not. */
  readonly method: HashMethod | null;
  /** Code of what stands in the way; null with a verdict that is sure. */
  readonly doubt: string | null;
  /** Whether the copy is what this computer sent as that record; null when it sent none. */
  readonly isAsSent: boolean | null;
  /** Digests that could still make it a match. */
  readonly missing: readonly DigestAlgorithm[];
}

/** What became of a chosen file. */
export interface BundledFile {
  readonly chosen: ChosenFile;
  readonly content: EvidenceContent;
  /** Of the copy as it was read just now, whether it is in the bundle or not. */
  readonly read: {
    readonly digests: Digests;
    readonly sizeBytes: number;
    readonly modifiedAtMs: number;
  } | null;
  readonly evaluation: CopyEvaluation | null;
  /** The copy in the bundle. */
  readonly part: Part | null;
  readonly documents: Documents;
}

/** The service's documents about one record, in the bundle. */
export interface Documents {
  readonly certificate: EvidenceDocument;
  readonly metadata: EvidenceDocument;
  readonly certificatePdf: Part | null;
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

/** Tells records apart: ids are unique within a project and a kind, as far as anybody knows. */
export function recordKey({
  projectId,
  visibility,
  fileId,
}: Pick<RecordedFile, 'projectId' | 'visibility' | 'fileId'>): string {
  return JSON.stringify([projectId, visibility, fileId]);
}
