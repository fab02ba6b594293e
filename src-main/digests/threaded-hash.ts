/**
 * Hashes large forms beside their sending, in one thread for all of them: SHA-256 costs more than handing bytes to the
 * kernel, and on the main thread every face would feel it. Small forms are hashed in place, where they are done before a
 * message would have arrived.
 */
import { Worker } from 'node:worker_threads';
import { makeSha256, type ContentHash, type MakeHash } from './content-hash.ts';
import type { HashOrder, HashReply } from './hash-thread.ts';

const THREADED_FROM_BYTES = 134_217_728; // `npm run bench -- upload`: below it the messages cost more than they free

export interface ThreadedHashes {
  readonly makeHash: MakeHash;
  /** Ends the thread; hashes under way fail with `EWORKER`. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (digestHex: string | null) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** By hash: who waits for which answer, in the order of asking. */
  readonly waiting: Map<number, Waiting[]>;
}

/** The thread starts with the first large form and does not keep the process alive. */
export function makeThreadedHashes(fromBytes = THREADED_FROM_BYTES): ThreadedHashes {
  let thread: Thread | null = null;
  let lastHash = 0;

  function start(): Thread {
    const started: Thread = { worker: new Worker(siblingOf(import.meta.url)), waiting: new Map() };
    const { worker, waiting } = started;
    worker.unref();
    worker.on('message', ({ hash, digestHex }: HashReply) => {
      waiting.get(hash)?.shift()?.resolve(digestHex);
    });
    const ended = (): void => {
      if (thread === started) thread = null;
      for (const { reject } of [...waiting.values()].flat()) reject(threadEnded());
      waiting.clear();
    };
    worker.on('error', ended);
    worker.on('exit', ended);
    return started;
  }

  function makeHash(): ContentHash {
    thread ??= start();
    const { worker, waiting } = thread;
    const hash = (lastHash += 1);
    let failure: Error | null = null;
    waiting.set(hash, []);
    const ask = (order: HashOrder): Promise<string | null> =>
      new Promise((resolve, reject) => {
        const queue = waiting.get(hash);
        if (queue === undefined) return reject(threadEnded());
        queue.push({ resolve, reject });
        worker.postMessage(order);
      });
    return {
      memory: (bytes) => Buffer.from(new SharedArrayBuffer(bytes)),
      async update(bytes) {
        const { buffer, byteOffset, byteLength } = shared(bytes);
        const order = { hash, memory: buffer, offset: byteOffset, length: byteLength };
        try {
          await ask({ kind: 'update', ...order });
        } catch (error) {
          failure = error as Error; // the digest tells
        }
      },
      async digestHex() {
        if (failure !== null) throw failure;
        const digestHex = await ask({ kind: 'digest', hash });
        waiting.delete(hash);
        return digestHex ?? '';
      },
      discard() {
        if (waiting.delete(hash)) worker.postMessage({ kind: 'discard', hash } satisfies HashOrder);
      },
    };
  }

  return {
    makeHash: (fileBytes) => (fileBytes >= fromBytes ? makeHash() : makeSha256()),
    async close() {
      await thread?.worker.terminate();
    },
  };
}

/** A thread can read only shared memory; anything else is copied into some. */
function shared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes as Uint8Array<SharedArrayBuffer>;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
  copy.set(bytes);
  return copy;
}

function threadEnded(): Error {
  return Object.assign(new Error('the hash thread has ended'), { code: 'EWORKER' });
}

/** The worker's file lies beside this one, in the sources as in a build. */
function siblingOf(moduleUrl: string): URL {
  return new URL(`./hash-worker${moduleUrl.slice(moduleUrl.lastIndexOf('.'))}`, moduleUrl);
}
