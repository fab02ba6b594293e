/**
 * The digests of the bytes that were really sent: BLAKE3 proves that they are the fingerprinted ones, and SHA-256 is made
 * in the same pass unless it is known. Small contents are hashed in place, which is faster than sending a message. A
 * large one is read by the thread that makes its BLAKE3, so that sending has a processor of its own; a second thread
 * makes SHA-256, which takes several times as long.
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

/** Bytes that were read, and when the caller may change them. */
export interface HashedPiece {
  readonly bytes: number;
  readonly hashed: void | Promise<void>;
}

export interface ContentHash {
  /** The caller leaves `bytes` alone until this has returned, or resolved. Never rejects: failure shows in `finish`. */
  update(bytes: Uint8Array): void | Promise<void>;
  /**
   * Fills memory of `memory` from an open file, as far as that reaches, and takes what it read; absent where the caller
   * reads and updates. Rejects with an error that has a code.
   */
  readonly read?: (handle: number, into: Uint8Array, position: number) => Promise<HashedPiece>;
  /** Ends the hash. Rejects with an error that has a code when it could not be made. */
  finish(): OwnDigests | Promise<OwnDigests>;
  /** Ends it without a digest; nothing else may follow. */
  discard?(): void;
  /** Memory that this hash reads without copying it; absent when any memory does. */
  memory?(bytes: number): Uint8Array;
}

/** `fileBytes`: how much there will be to hash. */
export type MakeHash = (fileBytes: number, withSha256: boolean) => ContentHash;

export type ThreadedHashes = ReturnType<typeof makeThreadedHashes>;

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

/** The threads start with the first large content, and when idle they do not keep the process alive. */
export function makeThreadedHashes(fromBytes = THREADED_FROM_BYTES) {
  const sha256Thread = makeDigestThread('hash-worker');
  const readingThread = makeDigestThread('reading-worker');
  /** It reads one content at a time, so that a disk that hangs holds up no other. */
  let isReading = false;

  function readAndHash(withSha256: boolean): ContentHash {
    isReading = true;
    const blake3 = readingThread.begin(['blake3']);
    const sha256 = withSha256 ? sha256Thread.begin(['sha256']) : null;
    const { noted, throwFailure } = noteFailure();
    let isOver = false;
    function discard(): void {
      if (isOver) return;
      isOver = true;
      isReading = false;
      blake3.discard();
      sha256?.discard();
    }
    return {
      memory: shared,
      update: (bytes) => noted(Promise.all([blake3.update(bytes), sha256?.update(bytes)])),
      async read(handle, into, position) {
        const bytes = await blake3.read(handle, into, position);
        const piece = into.subarray(0, bytes);
        return { bytes, hashed: sha256 === null ? undefined : noted(sha256.update(piece)) };
      },
      async finish() {
        try {
          throwFailure();
          const [own, further] = await Promise.all([blake3.finish(), sha256?.finish()]);
          return { blake3: own.blake3 ?? '', sha256: further?.sha256 ?? null };
        } finally {
          discard();
        }
      },
      discard,
    };
  }

  function hashWithThread(): ContentHash {
    const blake3 = startBlake3();
    const stream = sha256Thread.begin(['sha256']);
    const { noted, throwFailure } = noteFailure();
    return {
      memory: shared,
      update(bytes) {
        const taken = noted(stream.update(bytes));
        blake3.update(bytes);
        return taken;
      },
      async finish() {
        throwFailure();
        const { sha256 = null } = await stream.finish();
        return { blake3: blake3.digest('hex'), sha256 };
      },
      discard: () => stream.discard(),
    };
  }

  const makeHash: MakeHash = (fileBytes, withSha256) => {
    if (fileBytes < fromBytes) return hashInPlace(fileBytes, withSha256);
    if (!isReading) return readAndHash(withSha256);
    return withSha256 ? hashWithThread() : hashInPlace(fileBytes, withSha256);
  };
  return {
    makeHash,
    /** Ends the thread; running hashes fail with `EWORKER`. */
    async close(): Promise<void> {
      await Promise.all([sha256Thread.close(), readingThread.close()]);
    },
  };
}

function shared(bytes: number): Uint8Array {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

/** Keeps the error of an update: the digest tells. */
function noteFailure() {
  let failure: Error | null = null;
  return {
    noted: async (taken: Promise<unknown>): Promise<void> => {
      try {
        await taken;
      } catch (error) {
        failure = error as Error;
      }
    },
    throwFailure: (): void => {
      if (failure !== null) throw failure;
    },
  };
}
