/**
 * Compares a service's FileHash with one of our contents. An equal digest identifies the content whatever the way it
 * was made, and teaches the way; a different one means something only when the way is known.
 */
import type {
  DigestAlgorithm,
  Digests,
  HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import {
  equalReading,
  isSameMethod,
  readFileHash,
  type HashReading,
} from '../../digests/file-hash.ts';
import type { Content } from '../../db/files/content-repository.ts';

/** Whether the service's FileHash is that of our content; `unknown` when it could not be had or read. */
export type HashVerdict = 'same' | 'other' | 'unknown';

export interface HashComparison {
  readonly verdict: HashVerdict;
  /** How the service made it, when it was equal. */
  readonly method: HashMethod | null;
}

const UNKNOWN: HashComparison = { verdict: 'unknown', method: null };

/**
 * `moreDigests` reads the file again, so it is called only for what the two kept fingerprints cannot decide; it gives
 * null when that cannot be done.
 */
export async function compareHash(
  fileHash: string,
  { sha256, blake3 }: Pick<Content, 'sha256' | 'blake3'>,
  learned: HashMethod | null,
  moreDigests: (algorithms: readonly DigestAlgorithm[]) => Promise<Digests | null>,
): Promise<HashComparison> {
  const readings = readFileHash(fileHash);
  const kept: Digests = { sha256, blake3 };
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
