/**
 * Makes further digests of a fingerprinted content. They count only if it is proven to be that content. The bytes are
 * read block by block and hashed in a thread, so a large file costs a user interface nothing.
 */
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { StreamedDigests } from '../digests/streamed-digests.ts';
import type { ContentDigests, SourceVersion } from '../pipeline/common/ports.ts';
import { makeTimeLimit, TOO_LATE } from '../pipeline/common/time-limit.ts';
import {
  closeOpened,
  type OpenSource,
  openSourceFile,
  type SourceFile,
} from '../pipeline/upload/form/source-file.ts';
import type { Clock } from '../platform/clock.ts';
import { errnoOf } from '../platform/errno.ts';
import { isSameFile } from '../platform/disk/file-identity.ts';
import { untilAborted } from '../platform/until-aborted.ts';

const BLOCK_BYTES = 256 * 1024;
const LIMIT_MS = 30 * SECOND_MS; // for one call of the file system: a sleeping disk needs ten
const MOST_KEPT = 100;

export interface DigestsParts {
  readonly clock: Clock;
  readonly streamed: () => Pick<StreamedDigests, 'of'>;
  readonly openSource?: OpenSource | undefined;
  /** Stores the SHA-256 of a content, so that it is not read again for it. */
  readonly keepSha256: (made: { readonly blake3: string; readonly sha256: string }) => void;
}

export function bindDigests({
  clock,
  streamed,
  openSource = openSourceFile,
  keepSha256,
}: DigestsParts): ContentDigests {
  /** By BLAKE3. A content never changes, so it is read once, with however many hashes it is compared. */
  const kept = new Map<string, Digests>();

  async function read(
    source: SourceVersion,
    wanted: readonly DigestAlgorithm[],
    signal: AbortSignal,
  ): Promise<Digests | null> {
    const over = new AbortController();
    const either = AbortSignal.any([signal, over.signal]);
    const limit = makeTimeLimit(LIMIT_MS, clock, either);
    /** Calls that have not returned. */
    const running = new Set<Promise<unknown>>();
    async function inTime<Value>(call: Promise<Value>): Promise<Value> {
      running.add(call);
      const returned = (): void => void running.delete(call);
      call.then(returned, returned);
      // It ends the wait, not the call: a call of the file system cannot be taken back.
      const answer = await limit.during((stop) => untilAborted(call, stop));
      if (answer === TOO_LATE) throw new StillReading();
      return answer;
    }
    const opening = openSource(source.path);
    try {
      const opened = await inTime(opening);
      if (!opened.ok) return null;
      const file = opened.value;
      if (!isSameFile(source.identity, await inTime(file.identity()))) return null;
      const blocks = blocksOf(file, source.identity.sizeBytes, inTime);
      return await streamed().of(blocks, wanted, either);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StillReading)) errnoOf(error); // a bug goes on
      return null; // the file cannot be read now: it proves nothing
    } finally {
      over.abort();
      const closing = Promise.allSettled(running).then(() => closeOpened(opening));
      // A drive that hangs may never return; what it has open stays open until it does.
      if (running.size > 0) closing.catch(() => undefined);
      else await closing;
    }
  }

  return {
    async of(source, algorithms, signal) {
      signal.throwIfAborted();
      const before = kept.get(source.blake3);
      if (before !== undefined && algorithms.every((name) => name in before)) return before;
      const made = await read(source, [...new Set(['blake3' as const, ...algorithms])], signal);
      if (made === null || made.blake3 !== source.blake3) return null;
      const { blake3, sha256 } = made;
      if (sha256 !== undefined) keepSha256({ blake3, sha256 });
      const digests = { ...before, ...made };
      kept.set(source.blake3, digests);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return digests;
    },
  };
}

class StillReading extends Error {}

/** The block is used again for the next part: the caller copies each at once. A file that ends early ends them. */
async function* blocksOf(
  file: SourceFile,
  sizeBytes: number,
  inTime: <Value>(call: Promise<Value>) => Promise<Value>,
): AsyncGenerator<Uint8Array> {
  const block = Buffer.alloc(BLOCK_BYTES);
  for (let position = 0; position < sizeBytes;) {
    const count = await inTime(file.read(block, block.length, position));
    if (count === 0) return;
    yield block.subarray(0, count);
    position += count;
  }
}
