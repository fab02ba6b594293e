/**
 * SHA-256 of the bytes that were really sent. It costs more than handing bytes to the kernel (about 1.5 GB/s a core),
 * and on the main thread it would slow every user interface, so large contents are hashed in a thread. Small ones are
 * hashed in place, which is faster than sending a message.
 */
import { createHash } from 'node:crypto';
import { makeDigestThread } from './streamed-digests.ts';

export interface ContentHash {
  /** The caller leaves `bytes` alone until this has returned, or resolved. Never rejects: failure shows in `digestHex`. */
  update(bytes: Uint8Array): void | Promise<void>;
  /** Lower-case hexadecimal. Ends the hash. Rejects with an error that has a code when it could not be made. */
  digestHex(): string | Promise<string>;
  /** Ends it without a digest; nothing else may follow. */
  discard?(): void;
  /** Memory that this hash reads without copying it; absent when any memory does. */
  memory?(bytes: number): Uint8Array;
}

/** `fileBytes`: how much there will be to hash. */
export type MakeHash = (fileBytes: number) => ContentHash;

export interface ThreadedHashes {
  readonly makeHash: MakeHash;
  /** Ends the thread; running hashes fail with `EWORKER`. */
  close(): Promise<void>;
}

const THREADED_FROM_BYTES = 134_217_728; // `npm run bench -- upload`: below it the messages cost more than they free

export function makeSha256(): ContentHash {
  const hash = createHash('sha256');
  return {
    update(bytes) {
      hash.update(bytes);
    },
    digestHex: () => hash.digest('hex'),
  };
}

/** One thread for all large contents. It starts with the first, and when idle it does not keep the process alive. */
export function makeThreadedHashes(fromBytes = THREADED_FROM_BYTES): ThreadedHashes {
  const thread = makeDigestThread('hash-worker');

  function makeHash(): ContentHash {
    const stream = thread.begin(['sha256']);
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
      async digestHex() {
        if (failure !== null) throw failure;
        return (await stream.finish()).sha256 ?? '';
      },
      discard: () => stream.discard(),
    };
  }

  return {
    makeHash: (fileBytes) => (fileBytes >= fromBytes ? makeHash() : makeSha256()),
    close: () => thread.close(),
  };
}
