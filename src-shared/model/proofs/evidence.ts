/**
 * What an evidence bundle holds, and what it could not hold: nothing that a person chose is ever left out without being
 * named here, in the bundle itself and in the answer. Plain facts; faces write the words.
 */
import type { LABSEAL_DATA } from '../folders/folder-rules.ts';
import { isForgeable, type ListAlgorithm } from './hash-method.ts';

/** Whether the files themselves go into the bundle, or their proofs alone. */
export const EVIDENCE_CONTENTS = ['files', 'proofs-only'] as const;
export type EvidenceContents = (typeof EVIDENCE_CONTENTS)[number];

/** The outcome for a file's content. Everything but `included` and `not-wanted` is a gap. */
export type EvidenceContent =
  /** `path`: in the bundle, with `/`. */
  | { readonly kind: 'included'; readonly path: string }
  /** Proofs alone were asked for. */
  | { readonly kind: 'not-wanted' }
  /** This computer has no copy: it was moved away, or somebody else's. */
  | { readonly kind: 'no-copy' }
  /** It differs from what was notarized, so its certificate would be about another content. */
  | { readonly kind: 'mismatch' }
  /** It was written to while it was read. */
  | { readonly kind: 'changing' }
  /** `errno`: the system's code. */
  | { readonly kind: 'unreadable'; readonly errno: string }
  /** It was replaced by a folder, link or device. */
  | { readonly kind: 'not-a-file' }
  /** It belongs to a Labseal's data folder. */
  | { readonly kind: typeof LABSEAL_DATA };

/** The check of a copy against its record, made while the bundle was: null when there was no copy to read. */
export type EvidenceVerdict = 'match' | 'mismatch' | 'unsure';

/** One document of the service about a file. */
export type EvidenceDocument =
  | { readonly kind: 'included'; readonly path: string }
  /** The service has none yet. */
  | { readonly kind: 'none-yet' }
  /** It is not saved on this computer, and the service did not give it. */
  | { readonly kind: 'not-had' };

/** A chosen file, as far as it got. */
export interface EvidenceFile {
  /** As it is called here; for a file that only the service has, as it is called there. */
  readonly name: string;
  /** As a `FileView` has it; null: only the service has it. */
  readonly folderPath: string | null;
  /** The service's id of the version. */
  readonly fileId: string;
  readonly content: EvidenceContent;
  readonly verdict: EvidenceVerdict | null;
  readonly certificate: EvidenceDocument;
  readonly metadata: EvidenceDocument;
  /** Which of the service's documents speaks of another file than it was sent, or against itself; null: none is known to. */
  readonly contradictedBy: 'record' | 'certificate' | null;
}

/** A chosen file that nothing could prove, so it is not in the bundle. */
export interface UnprovenFile {
  readonly name: string;
  /** As a `FileView` has it. */
  readonly folderPath: string;
  readonly path: string;
  /** `no-record`: on the service; `unread`: it lies there and was never read; `unreadable`: a file or a folder. */
  readonly why: 'no-record' | 'unread' | 'unreadable';
}

export interface EvidenceReport {
  /** Absolute path of the finished bundle. */
  readonly path: string;
  readonly files: readonly EvidenceFile[];
  readonly unproven: readonly UnprovenFile[];
  /** Files that a rule of their folder leaves out; nobody asked for them by name. */
  readonly leftOutByRules: number;
  /** Of everything in it, without the lists of fingerprints. */
  readonly sizeBytes: number;
  /** Nothing is missing that was asked for, and every copy matches its record. */
  readonly isComplete: boolean;
}

/** What a bundle would hold, before it is made. */
export interface EvidenceOffer {
  /** Files with a record. */
  readonly files: number;
  /** Of these, files of which this computer should have a copy. */
  readonly withCopy: number;
  readonly unproven: number;
  readonly leftOutByRules: number;
  /** Upper bound of what the copies take. */
  readonly contentBytes: number;
  /** What the new folder would be called. */
  readonly name: string;
}

/** How far the making of a bundle is. */
export interface EvidenceProgress {
  readonly doneFiles: number;
  readonly totalFiles: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** Why a bundle cannot be made. */
export type EvidenceFault =
  | { readonly kind: 'nothing-chosen' }
  /** More records than a text or labels can cite. */
  | { readonly kind: 'too-many-records'; readonly most: number }
  /** Nothing below this folder was ever seen here. */
  | { readonly kind: 'nothing-known'; readonly path: string }
  /** Something has that name already; `free` is a similar path that is free. */
  | { readonly kind: 'taken'; readonly path: string; readonly free: string }
  | { readonly kind: 'no-such-place'; readonly path: string }
  | { readonly kind: 'unwritable'; readonly path: string; readonly errno: string }
  | {
      readonly kind: 'no-room';
      readonly path: string;
      readonly neededBytes: number;
      readonly freeBytes: number;
    }
  /** What is written there would be watched, and notarized for credits. */
  | { readonly kind: 'watched-place'; readonly path: string; readonly folder: string }
  /** Inside another bundle, which would not be the same afterwards. */
  | { readonly kind: 'inside-bundle'; readonly path: string; readonly bundle: string }
  | { readonly kind: 'own-data'; readonly path: string }
  /** Another bundle is being made. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'unknown-work'; readonly workId: string };

/** What of a chosen file came into a bundle, as the bundle itself says it. */
export interface BundledState extends Pick<EvidenceFile, 'verdict' | 'contradictedBy'> {
  readonly content: Pick<EvidenceContent, 'kind'>;
  readonly certificate: Pick<EvidenceDocument, 'kind'>;
  readonly metadata: Pick<EvidenceDocument, 'kind'>;
}

export function isGap(content: Pick<EvidenceContent, 'kind'>): boolean {
  return content.kind !== 'included' && content.kind !== 'not-wanted';
}

/** Whether everything that was asked for about this file is in the bundle, and its copy agrees with its record. */
export function isWhole(file: BundledState): boolean {
  const documents = [file.certificate, file.metadata];
  return (
    !isGap(file.content) &&
    file.verdict !== 'mismatch' &&
    file.verdict !== 'unsure' &&
    file.contradictedBy === null &&
    documents.every(({ kind }) => kind === 'included')
  );
}

/** `where`: a path in the bag, or the name of one of its own files. */
export interface BagTrouble {
  readonly kind:
    /** No `bagit.txt`, or one of another version. */
    | 'not-a-bag'
    /** No list of fingerprints made in a way that is known here. */
    | 'no-manifest'
    /** A line that cannot be read, or a path that leads out of the bag. */
    | 'bad-line'
    /** Named in a list, and not there. */
    | 'missing'
    /** There, and in no list: what a system puts into each folder (`.DS_Store`, `Thumbs.db`), too. */
    | 'not-listed'
    /** Other bytes than the list says. */
    | 'changed'
    /** It cannot be read. */
    | 'unreadable'
    /** Sum or number of the files is another than `bag-info.txt` says. */
    | 'wrong-sum'
    /** To be fetched from elsewhere first, and not there. */
    | 'to-fetch'
    /** Larger than what is read of a bag, which may be a stranger's. */
    | 'too-large'
    /** A certificate that names no fingerprint of its file. */
    | 'certificate-differs'
    /** What lies in the place of a certificate, and no fingerprint can be read in it: a picture, or something else. */
    | 'certificate-unreadable'
    /** A certificate that says of its file two things that cannot both be so. */
    | 'certificate-contradicts-itself'
    /** A document of a record, or what the list of checks says of a file, against the certificate that fits this file. */
    | 'metadata-differs'
    | 'checks-differ'
    | 'crate-differs'
    /** A certificate of a bundle that is about none of its files. */
    | 'certificate-of-nothing'
    /** All lists are made in ways in which two files can be made that count as the same. */
    | 'weak-lists'
    /** A link, which is not followed. */
    | 'link'
    /** A file of an evidence bundle without a certificate in it. */
    | 'no-certificate'
    /** The list that says which certificate is whose is gone, or cannot be read. */
    | 'no-checks'
    /** What the bundle itself says was missing about a chosen file when it was made; `state` says what. */
    | 'lacks'
    /** A chosen file that the bundle itself says had nothing to prove it. */
    | 'unproven'
    /** Of the record of a file, as the bundle itself says: the service deleted it, did not write it to the chain, or not yet. */
    | 'record-deleted'
    | 'record-error'
    | 'record-pending'
    /** There is more of it than is listed. */
    | 'more';
  readonly where: string;
  /** Of `lacks`. */
  readonly state?: BundledState;
  /** Of `unproven`. */
  readonly why?: UnprovenFile['why'];
}

const LACKS: ReadonlySet<BagTrouble['kind']> = new Set([
  'no-certificate',
  'no-checks',
  'certificate-unreadable',
  'lacks',
  'unproven',
  'unreadable',
  'link',
  'too-large',
  'record-error',
  'record-pending',
]);

/** What it amounts to: `wrong`, it contradicts; `lack`, it leaves something open; `note`, it is to be known. */
export function weightOf({ kind }: Pick<BagTrouble, 'kind'>): 'wrong' | 'lack' | 'note' {
  if (kind === 'record-deleted') return 'note';
  return LACKS.has(kind) ? 'lack' : 'wrong';
}

/** Whether it was compared in ways alone in which two contents can be made that count as the same. */
export function isListedForgeably({
  algorithms,
}: {
  readonly algorithms: readonly ListAlgorithm[];
}): boolean {
  return algorithms.length > 0 && algorithms.every(isForgeable);
}
