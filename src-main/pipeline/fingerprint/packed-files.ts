/**
 * How the main thread and its readers exchange many small files, as a few strings and numbers: a message of objects
 * takes both sides longer than the file itself.
 */
import {
  factsOf,
  fitsInNumbers,
  identityFromKey,
  identityKey,
  type FileFacts,
} from '../../platform/disk/file-identity.ts';
import type { ExpectedFile, Fingerprint } from '../common/fingerprint.ts';

export interface PackedFiles {
  /** Joined; no path of any system holds a NUL. */
  readonly paths: string;
  /** What is expected of each. */
  readonly facts: BigInt64Array;
  /** The same as text, by index, of the few with a time that no number here holds. */
  readonly inText: ReadonlyMap<number, string>;
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
/** dev, ino, size, mtime and ctime in ns. */
const NUMBERS_PER_FILE = 5;
/** As the size of a file of which nothing is expected. */
const NOTHING = -1n;

export const pathsOf = ({ paths }: PackedFiles): readonly string[] => paths.split(SEPARATOR);

export function packFiles(files: readonly ExpectedFile[]): PackedFiles {
  const facts = new BigInt64Array(files.length * NUMBERS_PER_FILE);
  const inText = new Map<number, string>();
  for (const [index, { expected }] of files.entries()) {
    const at = index * NUMBERS_PER_FILE;
    if (expected === null) {
      facts[at + 2] = NOTHING;
      continue;
    }
    const own = factsOf(expected);
    if (!fitsInNumbers(own)) inText.set(index, identityKey(expected));
    const { dev, ino, size, mtimeNs, ctimeNs } = own;
    facts[at] = dev;
    facts[at + 1] = ino;
    facts[at + 2] = size;
    facts[at + 3] = mtimeNs;
    facts[at + 4] = ctimeNs;
  }
  return { paths: files.map(({ path }) => path).join(SEPARATOR), facts, inText };
}

export function unpackFiles({ paths, facts, inText }: PackedFiles): readonly AskedFile[] {
  if (facts.length === 0) return [];
  return paths.split(SEPARATOR).map((path, index) => {
    const text = inText.get(index);
    const expected =
      text === undefined
        ? expectedAt(facts, index * NUMBERS_PER_FILE)
        : factsOf(identityFromKey(text));
    return { path, expected };
  });
}

function expectedAt(facts: BigInt64Array, at: number): FileFacts | null {
  const size = facts[at + 2] ?? NOTHING;
  if (size === NOTHING) return null;
  return {
    // Inode and device numbers are unsigned, and some file systems use the highest bit.
    dev: BigInt.asUintN(64, facts[at] ?? 0n),
    ino: BigInt.asUintN(64, facts[at + 1] ?? 0n),
    size,
    mtimeNs: facts[at + 3] ?? 0n,
    ctimeNs: facts[at + 4] ?? 0n,
  };
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
