/** What a language says about evidence bundles, for every face. */
import {
  isGap,
  type BagTrouble,
  type EvidenceContent,
  type EvidenceDocument,
  type EvidenceFault,
  type EvidenceFile,
  type UnprovenFile,
} from '../proofs/evidence.ts';

export type GapKind = Exclude<EvidenceContent['kind'], 'included' | 'not-wanted'>;
type LackKind = Exclude<EvidenceDocument['kind'], 'included'>;

export interface EvidenceWords {
  /** What happened and what to do; `bytes` writes a size. */
  readonly fault: (fault: EvidenceFault, bytes: (count: number) => string) => string;
  /** Why a content is not in the bundle, after the file's name and a colon. */
  readonly gaps: Readonly<Record<GapKind, string>>;
  readonly differs: string;
  readonly unsure: string;
  readonly certificate: Readonly<Record<LackKind, string>>;
  readonly metadata: Readonly<Record<LackKind, string>>;
  readonly contradictedBy: Readonly<Record<NonNullable<EvidenceFile['contradictedBy']>, string>>;
  readonly unproven: Readonly<Record<UnprovenFile['why'], string>>;
  /** What is wrong about a part of a bag, after its path and a colon. */
  readonly troubles: Readonly<Record<BagTrouble['kind'], string>>;
}

/** What is missing about a file, each after its name and a colon; empty for one that is whole. */
export function lacksOf(file: EvidenceFile, words: EvidenceWords): readonly string[] {
  const { content, verdict, certificate, metadata, contradictedBy } = file;
  const gap = isGap(content) ? [words.gaps[content.kind as GapKind]] : [];
  const isTold = content.kind === 'mismatch';
  return [
    ...gap,
    ...(verdict === 'mismatch' && !isTold ? [words.differs] : []),
    ...(contradictedBy === null ? [] : [words.contradictedBy[contradictedBy]]),
    ...(verdict === 'unsure' && !isTold && contradictedBy !== 'record' ? [words.unsure] : []),
    ...(certificate.kind === 'included' ? [] : [words.certificate[certificate.kind]]),
    ...(metadata.kind === 'included' ? [] : [words.metadata[metadata.kind]]),
  ];
}
