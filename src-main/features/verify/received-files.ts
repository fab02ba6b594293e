/**
 * Files that a page handed over without a path, to be verified: their bytes are read past and forgotten, what stays is
 * their digests, for a while and under a name that cannot be guessed.
 */
import {
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  type HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import type { HandedFile, HandedSet } from '../../../src-shared/bridge/loopback.ts';
import type { ReadFile } from '../../../src-shared/model/proofs/verdict.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Workers } from '../workers.ts';

export interface HandedFiles {
  /** Reads the stream to its end. Aborting ends the reading and rejects with the signal's reason. */
  take(
    name: string,
    set: HandedSet,
    parts: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<HandedFile>;
  /** What was read under this handle; null when it is not, or no longer, known. */
  of(handle: string): ReadFile | null;
}

const MOST_KEPT = 100;

export interface HandedFileParts {
  readonly workers: Pick<Workers, 'streamedDigests'>;
  readonly ids: Ids;
  readonly method: () => HashMethod | null;
}

export function makeHandedFiles({ workers, ids, method }: HandedFileParts): HandedFiles {
  const kept = new Map<string, ReadFile>();

  function algorithmsOf(set: HandedSet): readonly DigestAlgorithm[] {
    const known = method();
    if (set === 'all' || known === null) return DIGEST_ALGORITHMS;
    return [...new Set<DigestAlgorithm>(['sha256', 'blake3', known.algorithm])];
  }

  return {
    async take(name, set, parts, signal) {
      let sizeBytes = 0;
      async function* counted() {
        for await (const bytes of parts) {
          sizeBytes += bytes.byteLength;
          yield bytes;
        }
      }
      const digests = await workers.streamedDigests().of(counted(), algorithmsOf(set), signal);
      const { sha256, blake3 } = digests;
      if (sha256 === undefined || blake3 === undefined)
        throw new Error('two digests are always made');
      const file: ReadFile = {
        name,
        path: null,
        sizeBytes,
        modifiedAtMs: null,
        digests: { ...digests, sha256, blake3 },
      };
      const handle = ids.hex(16);
      kept.set(handle, file);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return { handle, name, sizeBytes };
    },
    of: (handle) => kept.get(handle) ?? null,
  };
}
