/**
 * Makes digests of bytes that come as a stream, beside their coming, in one thread for all streams. Nothing is kept: a
 * part is on its way to the thread, or forgotten.
 */
import { Worker } from 'node:worker_threads';
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import type { DigestOrder, DigestReply } from './digest-orders.ts';

export interface StreamedDigests {
  /**
   * Reads the stream to its end. Rejects with the stream's error, with `signal.reason` when aborted between two parts,
   * and with `EWORKER` when the thread ends.
   */
  of(
    parts: AsyncIterable<Uint8Array>,
    algorithms: readonly DigestAlgorithm[],
    signal: AbortSignal,
  ): Promise<Digests>;
  /** Ends the thread; what is under way fails. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (digests: Digests | null) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** By stream: who waits for which answer, in the order of asking. */
  readonly waiting: Map<number, Waiting[]>;
}

/** Parts that may be on their way to the thread: it must not wait, and the memory must not fill. */
const MOST_UNDERWAY = 8;

/** The thread starts with the first stream and does not keep the process alive. */
export function makeStreamedDigests(): StreamedDigests {
  let thread: Thread | null = null;
  let lastStream = 0;

  function start(): Thread {
    const started: Thread = {
      worker: new Worker(siblingOf(import.meta.url), { env: {}, execArgv: [] }),
      waiting: new Map(),
    };
    const { worker, waiting } = started;
    worker.unref();
    worker.on('message', ({ stream, digests }: DigestReply) => {
      waiting.get(stream)?.shift()?.resolve(digests);
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

  return {
    async of(parts, algorithms, signal) {
      signal.throwIfAborted();
      thread ??= start();
      const { worker, waiting } = thread;
      const stream = (lastStream += 1);
      waiting.set(stream, []);
      const ask = (order: DigestOrder): Promise<Digests | null> =>
        new Promise((resolve, reject) => {
          const queue = waiting.get(stream);
          if (queue === undefined) {
            reject(threadEnded());
            return;
          }
          queue.push({ resolve, reject });
          worker.postMessage(order);
        });
      const underway: Promise<unknown>[] = [];
      try {
        for await (const bytes of parts) {
          signal.throwIfAborted();
          const asked = ask({ kind: 'update', stream, algorithms, bytes });
          asked.catch(() => undefined); // whoever waits for it below hears of it
          underway.push(asked);
          if (underway.length >= MOST_UNDERWAY) await underway.shift();
        }
        signal.throwIfAborted();
        return (await ask({ kind: 'finish', stream, algorithms })) ?? {};
      } finally {
        if (waiting.delete(stream))
          worker.postMessage({ kind: 'discard', stream } satisfies DigestOrder);
      }
    },
    async close() {
      await thread?.worker.terminate();
    },
  };
}

function threadEnded(): Error {
  return Object.assign(new Error('the digest thread has ended'), { code: 'EWORKER' });
}

/** The worker's file lies beside this one, in the sources as in a build. */
function siblingOf(moduleUrl: string): URL {
  return new URL(`./digest-worker${moduleUrl.slice(moduleUrl.lastIndexOf('.'))}`, moduleUrl);
}
