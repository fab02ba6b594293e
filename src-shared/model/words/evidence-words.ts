/** What a language says about evidence bundles, for every face. */
import {
  isGap,
  type BagTrouble,
  type BundledState,
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
  readonly troubles: Readonly<Record<Exclude<BagTrouble['kind'], 'lacks' | 'unproven'>, string>>;
  /** Of what the maker of a bundle found, to whoever checks it elsewhere. */
  readonly whenMade: (lack: string) => string;
}

/** What is wrong about a part of a bag; `nameOf` writes a path. */
export function troubleText(
  { kind, where, state, why = 'no-record' }: BagTrouble,
  words: EvidenceWords,
  nameOf: (where: string) => string,
): string {
  const text =
    kind === 'lacks'
      ? words.whenMade(state === undefined ? '' : lacksOf(state, words).join('; '))
      : kind === 'unproven'
        ? words.whenMade(words.unproven[why])
        : words.troubles[kind];
  return where === '.' ? text : `${nameOf(where)}: ${text}`;
}

/** What is missing about a file, each after its name and a colon; empty for one that is whole. */
export function lacksOf(file: BundledState, words: EvidenceWords): readonly string[] {
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
