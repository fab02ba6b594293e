/**
 * How the main thread and its readers exchange many small files, as a few strings: a message of objects
 * takes both sides longer than the file itself.
 */
import {
  factsOf,
  identityFromKey,
  identityKey,
  type FileFacts,
} from '../../platform/file-identity.ts';
import type { ExpectedFile, Fingerprint } from '../common/fingerprint.ts';

export interface PackedFiles {
  /** Joined; no path of any system holds a NUL. */
  readonly paths: string;
  /** What is expected of each, as `identityKey` writes it: no number of a fixed size holds every time. */
  readonly identities: string;
  readonly files: number;
}

export interface PackedPrints {
  /** BLAKE3 of each file that was as expected, at its index. */
  readonly digests: Uint8Array<ArrayBuffer>;
  /** All other results, by index. */
  readonly others: ReadonlyMap<number, Fingerprint>;
}

/** A file in a job for a thread. */
export interface AskedFile {
  /** Absolute, or a place (`place.ts`). */
  readonly path: string;
  /** Null accepts whatever is there. */
  readonly expected: FileFacts | null;
}

export const DIGEST_BYTES = 32;
const SEPARATOR = '\0';
/** Of a file of which nothing is expected. */
const NOTHING = '';

export function packFiles(files: readonly ExpectedFile[]): PackedFiles {
  return {
    paths: files.map(({ path }) => path).join(SEPARATOR),
    identities: files
      .map(({ expected }) => (expected === null ? NOTHING : identityKey(expected)))
      .join(SEPARATOR),
    files: files.length,
  };
}

export function unpackFiles({ paths, identities, files }: PackedFiles): readonly AskedFile[] {
  if (files === 0) return [];
  const expected = identities.split(SEPARATOR);
  return paths.split(SEPARATOR).map((path, index) => {
    const key = expected[index] ?? NOTHING;
    return { path, expected: key === NOTHING ? null : factsOf(identityFromKey(key)) };
  });
}

export function unpackPrints(
  { digests, others }: PackedPrints,
  files: readonly ExpectedFile[],
): readonly Fingerprint[] {
  const hex = Buffer.from(digests.buffer, digests.byteOffset, digests.byteLength).toString('hex');
  return files.map(({ expected }, index) => {
    const other = others.get(index);
    if (other !== undefined) return other;
    if (expected === null) throw new Error('nothing was expected of this file');
    const at = index * DIGEST_BYTES * 2;
    const blake3 = hex.slice(at, at + DIGEST_BYTES * 2);
    return { kind: 'done', blake3, sizeBytes: expected.sizeBytes, identity: expected };
  });
}
