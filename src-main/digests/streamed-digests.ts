/**
 * Computes digests of streamed bytes as they arrive, in one thread for all streams. Nothing is kept: a part is either
 * on its way to the thread or forgotten.
 */
import type { Digests, ListAlgorithm } from '../../src-shared/model/proofs/hash-method.ts';
import { siblingWorker, startThread } from '../platform/threads/worker-thread.ts';
import type { DigestJob, DigestReply } from './serve-digests.ts';

export interface StreamedDigests {
  /**
   * Reads the stream to its end. Rejects with the stream's error, with `signal.reason` when aborted between two parts,
   * and with `EWORKER` when the thread ends.
   */
  of(
    parts: AsyncIterable<Uint8Array>,
    algorithms: readonly ListAlgorithm[],
    signal: AbortSignal,
  ): Promise<Digests>;
  /** Ends the thread; what is under way fails. */
  close(): Promise<void>;
}

/** One content, part by part; each promise rejects with `EWORKER` when the thread ends. */
export interface DigestStream {
  /** Resolves when the thread has taken the bytes: shared memory stays as it is until then, any other is copied. */
  update(bytes: Uint8Array): Promise<unknown>;
  /**
   * Fills this shared memory from an open file, as far as that reaches, and takes the bytes that were read, whose number
   * it resolves with. Rejects also with the system's error. The handle must stay open until then.
   */
  read(handle: number, into: Uint8Array, position: number): Promise<number>;
  /** To be called once. */
  finish(): Promise<Digests>;
  /** Forgets it; harmless after its end. */
  discard(): void;
}

export interface DigestThread extends StreamedDigests {
  begin(algorithms: readonly ListAlgorithm[]): DigestStream;
}

interface Waiting {
  readonly resolve: (reply: DigestReply) => void;
  readonly reject: (error: Error) => void;
}

/** Parts that may be on their way to the thread: it must not idle, and memory must not fill. */
const MOST_UNDERWAY = 8;

/** `hash-worker` knows SHA-256 alone and `reading-worker` BLAKE3 alone: they start faster. */
export type DigestEntry = 'digest-worker' | 'hash-worker' | 'reading-worker';

/** The thread starts with the first stream, and when idle it does not keep the process alive. */
export function makeDigestThread(entry: DigestEntry = 'digest-worker'): DigestThread {
  let current: ReturnType<typeof startDigestThread> | null = null;
  let lastStream = 0;

  function begin(algorithms: readonly ListAlgorithm[]): DigestStream {
    const thread = (current ??= startDigestThread(entry, () => {
      current = null;
    }));
    lastStream += 1;
    const stream = lastStream;
    let isOpen = true;
    thread.tell({ kind: 'begin', stream, algorithms });
    return {
      update(bytes) {
        if (bytes.buffer instanceof SharedArrayBuffer) {
          return thread.ask({ kind: 'update', stream, bytes });
        }
        const copy = new Uint8Array(bytes);
        return thread.ask({ kind: 'update', stream, bytes: copy }, [copy.buffer]);
      },
      async read(handle, into, position) {
        const reply = await thread.ask({ kind: 'read', stream, handle, into, position });
        if (reply.kind === 'taken') return reply.bytes;
        throw reply.kind === 'unreadable' ? coded(reply.errno, 'a read failed') : threadEnded();
      },
      async finish() {
        isOpen = false;
        const reply = await thread.ask({ kind: 'finish', stream });
        if (reply.kind === 'digests') return reply.digests;
        throw threadEnded();
      },
      discard() {
        if (isOpen) thread.tell({ kind: 'discard', stream });
        isOpen = false;
      },
    };
  }

  return {
    begin,
    async of(parts, algorithms, signal) {
      signal.throwIfAborted();
      const stream = begin(algorithms);
      const underway: Promise<unknown>[] = [];
      try {
        for await (const bytes of parts) {
          signal.throwIfAborted();
          const taken = stream.update(bytes);
          taken.catch(() => undefined); // the caller that awaits it below gets the error
          underway.push(taken);
          if (underway.length >= MOST_UNDERWAY) await underway.shift();
        }
        signal.throwIfAborted();
        return await stream.finish();
      } finally {
        stream.discard();
      }
    },
    async close() {
      await current?.end();
    },
  };
}

function startDigestThread(entry: DigestEntry, onEnd: () => void) {
  /** By number of the job. */
  const waiting = new Map<number, Waiting>();
  let hasEnded = false;
  const thread = startThread<DigestJob, DigestReply>({
    url: siblingWorker(entry, import.meta.url),
    onMessage(message) {
      if (message.kind === 'reply') waiting.get(message.id)?.resolve(message.reply);
      waiting.delete(message.id);
      if (waiting.size === 0) thread.keepProcessAlive(false);
    },
    onEnd() {
      hasEnded = true;
      onEnd();
      for (const { reject } of waiting.values()) reject(threadEnded());
      waiting.clear();
    },
  });
  thread.keepProcessAlive(false);
  return {
    ask: (job: DigestJob, transfer?: ArrayBuffer[]): Promise<DigestReply> =>
      new Promise((resolve, reject) => {
        if (hasEnded) {
          reject(threadEnded());
          return;
        }
        if (waiting.size === 0) thread.keepProcessAlive(true);
        waiting.set(thread.ask(job, transfer), { resolve, reject });
      }),
    tell: (command: DigestJob) => thread.tell(command),
    end: () => thread.end(),
  };
}

function threadEnded(): Error {
  return coded('EWORKER', 'the digest thread has ended');
}

function coded(code: string, words: string): Error {
  return Object.assign(new Error(words), { code });
}
