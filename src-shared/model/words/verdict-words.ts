/** What the sentences about a verification are made of. Sizes and moments are written by the face, in its own way. */
import { printable } from '../text/printable.ts';
import type { DigestAlgorithm, HashMethod } from '../proofs/hash-method.ts';
import {
  type Compared,
  type Confirmation,
  confirmationOf,
  hasSecondLight,
  isWeak,
  resultOf,
} from '../proofs/proof.ts';
import type {
  AgainstKind,
  DecidedBy,
  Doubt,
  Settling,
  VerdictKind,
  Verification,
} from '../proofs/verdict.ts';

export interface VerdictFigures {
  readonly moment: (atMs: number) => string;
  readonly size: (bytes: number) => string;
}

export interface VerdictWords {
  readonly labels: Readonly<Record<VerdictKind, string>>;
  /** Where the file fits, and that is not enough. */
  readonly unproven: string;
  /** Where the fingerprint that fits can be forged. */
  readonly weak: string;
  readonly denied: string;
  /** What the comparison of the file means, in one to three sentences. */
  readonly text: (
    verification: Pick<Verification, 'verdict' | 'confirmation'>,
    figures: VerdictFigures,
  ) => string;
  /** The second light, in one or two sentences. */
  readonly confirmation: (
    confirmation: Confirmation,
    figures: VerdictFigures,
    isBesideFile?: boolean,
  ) => string;
  /** Beside many files. */
  readonly confirmedBriefly: (confirmation: Extract<Confirmation, { kind: 'confirmed' }>) => string;
  readonly lights: {
    readonly file: string;
    readonly certificate: string;
    readonly service: string;
  };
  /** What the service said about the file alone, without a certificate. */
  readonly answer: (knows: boolean) => string;
  readonly doubt: (doubt: Doubt) => string;
  /** On the button that settles it; `wait` and `ask-service` are sentences and buttons of their own. */
  readonly settlings: Readonly<Record<Settling, string>>;
  readonly decidedBy: Readonly<Record<DecidedBy, string>>;
  readonly against: Readonly<Record<AgainstKind, string>>;
}

/** Both lights in one word or two. */
export function resultLabel(
  verification: Compared,
  { labels, unproven, weak, denied }: Pick<VerdictWords, 'labels' | 'unproven' | 'weak' | 'denied'>,
): string {
  const result = resultOf(verification);
  if (result === 'denied') return denied;
  if (isWeak(verification.verdict)) return weak;
  const { kind } = verification.verdict;
  return result === 'unproven' && kind === 'match' ? unproven : labels[kind];
}

/** The second light: about the certificate, or about the file alone where there is none. Null: there is no second light. */
export function secondLight(
  verification: Compared,
  { lights, confirmation, answer }: VerdictWords,
  figures: VerdictFigures,
): { readonly label: string; readonly text: string } | null {
  const { against, serviceAnswer } = verification;
  if (!hasSecondLight(verification)) return null;
  if (against !== 'certificate' && serviceAnswer !== null) {
    return { label: lights.service, text: answer(serviceAnswer.exists) };
  }
  return { label: lights.certificate, text: confirmation(confirmationOf(verification), figures) };
}

export const ALGORITHMS: Readonly<Record<DigestAlgorithm, string>> = {
  sha256: 'SHA-256',
  blake3: 'BLAKE3',
  sha512: 'SHA-512',
  sha1: 'SHA-1',
  md5: 'MD5',
  'sha3-256': 'SHA3-256',
  'keccak-256': 'Keccak-256',
  'blake2b-256': 'BLAKE2b-256',
  'blake2b-512': 'BLAKE2b-512',
};
const ENCODINGS: Readonly<Record<HashMethod['encoding'], string>> = {
  hex: 'hex',
  base64: 'Base64',
  'cid-v0': 'CIDv0',
  'cid-v1': 'CIDv1',
};

/** "SHA-256": names of their own, the same in every language. */
export function algorithmName(algorithm: DigestAlgorithm): string {
  return ALGORITHMS[algorithm];
}

/** "SHA-256 (Base64)". */
export function methodName({ algorithm, encoding }: HashMethod): string {
  return `${ALGORITHMS[algorithm]} (${ENCODINGS[encoding]})`;
}

const MOST_QUOTED = 80; // characters: more would be no sentence any more

/** Something of the service's own, as it may stand in a sentence. */
export function quotable(text: string): string {
  const safe = printable(text);
  return safe.length > MOST_QUOTED ? `${safe.slice(0, MOST_QUOTED)}…` : safe;
}
