/**
 * The digests of the bytes that were really sent: BLAKE3 proves that they are the fingerprinted ones, and SHA-256 is made
 * in the same pass unless it is known. BLAKE3 is made in place: a thread for it costs more than it frees. SHA-256 takes
 * four times as long (about 1.5 GB/s a core) and would slow every user interface, so that of large contents is made in a
 * thread. Small ones are hashed in place, which is faster than sending a message.
 */
import { createHash } from 'node:crypto';
import { startBlake3 } from './blake3.ts';
import { makeDigestThread } from './streamed-digests.ts';

/** Digests of our own, in lower-case hexadecimal. */
export interface OwnDigests {
  readonly blake3: string;
  /** Null: not wanted. */
  readonly sha256: string | null;
}

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

export const hashInPlace: MakeHash = (_fileBytes, withSha256) => {
  const blake3 = startBlake3();
  const sha256 = withSha256 ? createHash('sha256') : null;
  return {
    update(bytes) {
      blake3.update(bytes);
      sha256?.update(bytes);
    },
    finish: () => ({ blake3: blake3.digest('hex'), sha256: sha256?.digest('hex') ?? null }),
  };
};

/** One thread for all large contents. It starts with the first, and when idle it does not keep the process alive. */
export function makeThreadedHashes(fromBytes = THREADED_FROM_BYTES): ThreadedHashes {
  const thread = makeDigestThread('hash-worker');

  function hashWithThread(): ContentHash {
    const blake3 = startBlake3();
    const stream = thread.begin(['sha256']);
    let failure: Error | null = null;
    return {
      memory: (bytes) => Buffer.from(new SharedArrayBuffer(bytes)),
      async update(bytes) {
        const taken = stream.update(bytes);
        blake3.update(bytes);
        try {
          await taken;
        } catch (error) {
          failure = error as Error; // the digest tells
        }
      },
      async finish() {
        if (failure !== null) throw failure;
        const { sha256 = null } = await stream.finish();
        return { blake3: blake3.digest('hex'), sha256 };
      },
      discard: () => stream.discard(),
    };
  }

  return {
    makeHash: (fileBytes, withSha256) =>
      withSha256 && fileBytes >= fromBytes ? hashWithThread() : hashInPlace(fileBytes, withSha256),
    close: () => thread.close(),
  };
}
