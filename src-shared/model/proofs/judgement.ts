/**
 * What everything that somebody chose amounts to: the answer of the judge, as faces show it. Plain data.
 */
import type { BagTrouble } from './evidence.ts';
import type { ListAlgorithm } from './hash-method.ts';
import type { Evaluation } from './judge.ts';
import type { Confirmation, Contradiction, ProofResult } from './proof.ts';
import type { Verdict } from './verdict.ts';

/** Why something that was chosen is not read. */
export type Refusal =
  /** A link: what it leads to was not chosen. */
  | 'link'
  /** A pipe, a socket, a device. */
  | 'special'
  | 'unreadable'
  /** Of a ZIP: with a password. */
  | 'encrypted'
  /** Of a ZIP: its name leads out of the folder, or can be meant in two ways. */
  | 'bad-name'
  /** Of a ZIP: the name is in it before. */
  | 'twice'
  /** More than is read of one choice. */
  | 'too-many'
  /** A folder that could not be listed. */
  | 'unlisted-folder';

export type LineKind = 'fits' | 'weak' | 'differs' | 'denied' | 'unsure' | 'unlisted' | 'unchecked';

/** Beside what its proof says. */
export type LineWhy =
  | 'proof'
  /** It is not what the lists of its bundle say. */
  | 'changed'
  /** It is what one of them says, and not what another does. */
  | 'lists-differ'
  /** One certificate is about it, and another of the same record or in the place of its own is not. */
  | 'certificates-differ'
  | 'no-certificate'
  | 'not-listed'
  /** Neither; its content is what a list of its bundle says of a name that is not there. */
  | 'renamed'
  /** What a system puts into folders by itself. */
  | 'system'
  /** A file of the bundle itself that none of its lists names. */
  | 'no-list'
  | 'pdf-unread'
  | Refusal;

/** What the certificate says of its record. Anybody can write that. */
export interface SaidOfRecord {
  /** Of its file. */
  readonly name: string | null;
  readonly fileId: string | null;
  readonly owner: string | null;
  readonly recordedAtMs: number | null;
  readonly address: string | null;
  /** Of a service for trying, which somebody ran on a computer of their own. */
  readonly isOfTest: boolean;
}

/** Outside of bundles, and about nothing that was chosen. */
export interface LooseCertificate {
  readonly path: string;
  readonly said: SaidOfRecord;
  /** Of its file. */
  readonly fingerprint: string | null;
  readonly contradiction: Contradiction | null;
}

export interface ProofLine {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly kind: LineKind;
  readonly why: LineWhy;
  /** Of a file that was renamed: its path by the list of its bundle. */
  readonly listedAs: string | null;
  /** The certificate that tells the most about it; null: there is none. */
  readonly proof: {
    /** Its path. */
    readonly certificate: string;
    readonly evaluation: Evaluation;
    readonly confirmation: Confirmation;
    readonly said: SaidOfRecord;
    /** What the certificate calls it, where it is called otherwise. */
    readonly otherName: string | null;
  } | null;
}

export interface JudgedBundle {
  /** As it was chosen; empty: what was chosen is the bundle. */
  readonly root: string;
  readonly isEvidence: boolean;
  /** In its payload, with their bytes. */
  readonly files: number;
  readonly sizeBytes: number;
  /** In which every file was compared. */
  readonly algorithms: readonly ListAlgorithm[];
  readonly troubles: readonly BagTrouble[];
  /** What it says is the service's address; empty when it says none. Anybody can write that. */
  readonly service: string;
}

/**
 * Why a ZIP was not opened. `broken`: it begins as one, and its list of files cannot be read. `bomb`: it is built to expand without
 * end. `two-ways`: programs that read it from its beginning may unpack other files than those that its list names.
 */
export type ZipTrouble =
  | 'not-a-zip'
  | 'broken'
  | 'bomb'
  | 'too-large'
  | 'two-ways'
  | 'encrypted'
  | 'packed-otherwise'
  /** It lies in another ZIP. */
  | 'inside';

export interface Judgement {
  readonly result: ProofResult;
  /** Problems first. */
  readonly lines: readonly ProofLine[];
  readonly bundles: readonly JudgedBundle[];
  readonly loose: readonly LooseCertificate[];
  /** ZIPs that were not opened. */
  readonly zips: readonly { readonly path: string; readonly why: ZipTrouble }[];
  /**
   * Of the files that a certificate can be about. `wrong`: something speaks against them. `strays`, which are no part of `files`: they
   * lie beside those that certificates are about, and none is about them.
   */
  readonly counts: Readonly<
    Record<'files' | 'fitting' | 'weak' | 'confirmed' | 'wrong' | 'strays', number>
  >;
}

export function verdictOf(evaluation: Evaluation): Verdict {
  const none = { record: null, matches: [] };
  switch (evaluation.kind) {
    case 'match':
      return { kind: 'match', record: null, comparison: evaluation.comparison };
    case 'mismatch':
      return { kind: 'mismatch', ...none, comparison: evaluation.comparison, longerByBytes: null };
    case 'unsure':
      return { kind: 'unsure', ...none, doubt: evaluation.doubt };
    default:
      return evaluation satisfies never;
  }
}
