/** Makes further digests of a fingerprinted content. They count only if it is proven to be that content. */
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { isSameFile } from '../platform/file-identity.ts';
import type { ContentDigests, SourceVersion } from '../pipeline/common/ports.ts';
import {
  openSourceFile,
  type OpenSource,
  type SourceFile,
} from '../pipeline/upload/form/source-file.ts';

const BLOCK_BYTES = 256 * 1024; // the main thread hashes: a block must be a short moment

export function bindDigests(openSource: OpenSource = openSourceFile): ContentDigests {
  return {
    async of(source, algorithms, signal) {
      signal.throwIfAborted();
      const opened = await openSource(source.path);
      if (!opened.ok) return null;
      try {
        return await readThrough(opened.value, source, algorithms, signal);
      } catch (error) {
        if (isSystemError(error)) return null; // the file cannot be read now: it proves nothing
        throw error;
      } finally {
        await opened.value.close();
      }
    },
  };
}

async function readThrough(
  file: SourceFile,
  { identity, sha256 }: SourceVersion,
  algorithms: readonly DigestAlgorithm[],
  signal: AbortSignal,
): Promise<Digests | null> {
  if (!isSameFile(await file.identity(), identity)) return null;
  const wanted = new Set<DigestAlgorithm>(['sha256', ...algorithms]);
  const { startDigests } = await import('../digests/digest-algorithms.ts'); // rarely needed on this thread
  const running = startDigests([...wanted]);
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let position = 0; position < identity.sizeBytes;) {
    signal.throwIfAborted();
    const count = await file.read(block, block.length, position);
    if (count === 0) return null;
    running.update(block.subarray(0, count));
    position += count;
  }
  const digests = running.finish();
  return digests.sha256 === sha256 ? digests : null;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
