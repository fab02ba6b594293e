/**
 * The digests of the bytes that were really sent: BLAKE3 proves that they are the fingerprinted ones, and SHA-256 is made
 * in the same pass unless it is known. SHA-256 costs more than handing bytes to the kernel (about 1.5 GB/s a core), and on
 * the main thread it would slow every user interface, so large contents are hashed in a thread. Small ones are hashed in
 * place, which is faster than sending a message.
 */
import { startOwnDigests, type OwnDigests } from './own-digests.ts';
import { makeDigestThread } from './streamed-digests.ts';

export interface ContentHash {
  /** The caller leaves `bytes` alone until this has returned, or resolved. Never rejects: failure shows in `finish`. */
  update(bytes: Uint8Array): void | Promise<void>;
  /** Ends the hash. Rejects with an error that has a code when it could not be made. */
  finish(): OwnDigests | Promise<OwnDigests>;
  /** Ends it without a digest; nothing else may follow. */
  discard?(): void;
  /** Memory that this hash reads without copying it; absent when any memory does. */
  memory?(bytes: number): Uint8Array;
}

/** `fileBytes`: how much there will be to hash. */
export type MakeHash = (fileBytes: number, withSha256: boolean) => ContentHash;

export interface ThreadedHashes {
  readonly makeHash: MakeHash;
  /** Ends the thread; running hashes fail with `EWORKER`. */
  close(): Promise<void>;
}

const THREADED_FROM_BYTES = 134_217_728; // `npm run bench -- upload`: below it the messages cost more than they free

export const hashInPlace: MakeHash = (_fileBytes, withSha256) => startOwnDigests(withSha256);

/** One thread for all large contents. It starts with the first, and when idle it does not keep the process alive. */
export function makeThreadedHashes(fromBytes = THREADED_FROM_BYTES): ThreadedHashes {
  const thread = makeDigestThread('hash-worker');

  function hashInThread(withSha256: boolean): ContentHash {
    const stream = thread.begin(withSha256 ? ['blake3', 'sha256'] : ['blake3']);
    let failure: Error | null = null;
    return {
      memory: (bytes) => Buffer.from(new SharedArrayBuffer(bytes)),
      async update(bytes) {
        try {
          await stream.update(bytes);
        } catch (error) {
          failure = error as Error; // the digest tells
        }
      },
      async finish() {
        if (failure !== null) throw failure;
        const { blake3 = '', sha256 = null } = await stream.finish();
        return { blake3, sha256 };
      },
      discard: () => stream.discard(),
    };
  }

  return {
    makeHash: (fileBytes, withSha256) =>
      fileBytes >= fromBytes ? hashInThread(withSha256) : hashInPlace(fileBytes, withSha256),
    close: () => thread.close(),
  };
}
