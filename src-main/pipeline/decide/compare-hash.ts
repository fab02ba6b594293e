/**
 * Compares a service's FileHash with one of our contents. An equal digest identifies the content and also reveals the
 * method. A different digest is conclusive only when the method is known.
 */
import type {
  DigestAlgorithm,
  Digests,
  HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import {
  equalReading,
  isSameMethod,
  keptDigests,
  readFileHash,
  type HashReading,
} from '../../../src-shared/model/proofs/file-hash.ts';
import type { Content } from '../../db/files/content-repository.ts';

/** Whether the service's FileHash is that of our content; `unknown` when it was unavailable or unreadable. */
export type HashVerdict = 'same' | 'other' | 'unknown';

export interface HashComparison {
  readonly verdict: HashVerdict;
  /** The service's method, when the digests were equal. */
  readonly method: HashMethod | null;
}

const UNKNOWN: HashComparison = { verdict: 'unknown', method: null };

/**
 * `moreDigests` reads the file again, so it is called only when the stored digests cannot decide. It returns null when
 * that is impossible.
 */
export async function compareHash(
  fileHash: string,
  content: Pick<Content, 'sha256' | 'blake3'>,
  learned: HashMethod | null,
  moreDigests: (algorithms: readonly DigestAlgorithm[]) => Promise<Digests | null>,
): Promise<HashComparison> {
  const readings = readFileHash(fileHash);
  const kept: Digests = keptDigests(content);
  const equal = equalReading(readings, kept);
  if (equal !== null) return same(equal);
  const usual = readings.find((reading) => learned !== null && isSameMethod(reading, learned));
  const candidates = usual === undefined ? readings : [usual];
  const missing = candidates
    .map(({ algorithm }) => algorithm)
    .filter((algorithm) => kept[algorithm] === undefined);
  const more = missing.length === 0 ? kept : await moreDigests(missing);
  if (more === null) return UNKNOWN;
  const equalLater = equalReading(candidates, more);
  if (equalLater !== null) return same(equalLater);
  return usual === undefined ? UNKNOWN : { verdict: 'other', method: null };
}

function same({ algorithm, encoding }: HashReading): HashComparison {
  return { verdict: 'same', method: { algorithm, encoding } };
}
