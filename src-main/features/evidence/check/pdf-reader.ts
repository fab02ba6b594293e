/** Reads the pages of PDFs in a thread, which is given up when one takes too long. */
import { Worker } from 'node:worker_threads';
import { siblingWorker } from '../../../platform/threads/worker-thread.ts';

const PATIENCE_MS = 20_000;

const ignore = () => undefined;

export type PdfReader = ReturnType<typeof makePdfReader>;

export function makePdfReader() {
  let worker: Worker | null = null;
  let answer: (text: string | null) => void = ignore;
  let turn: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const url = siblingWorker('pdf-worker', import.meta.url);
    // The library warns of what drawing needs; nothing is drawn, and nobody can do anything about it.
    const started = new Worker(url, { stdout: true, stderr: true });
    started.on('message', (text: string | null) => answer(text));
    started.on('error', giveUp);
    started.unref();
    return started;
  }

  /** The next PDF gets another thread. */
  function giveUp(): void {
    void worker?.terminate();
    worker = null;
    answer(null);
  }

  function ask(bytes: Uint8Array): Promise<string | null> {
    return new Promise((resolve) => {
      const patience = setTimeout(giveUp, PATIENCE_MS);
      answer = (text) => {
        clearTimeout(patience);
        resolve(text);
      };
      worker ??= start();
      worker.postMessage(bytes);
    });
  }

  return {
    /** One after the other; null for what cannot be read. */
    text(bytes: Uint8Array): Promise<string | null> {
      const next = turn.then(() => ask(bytes));
      turn = next;
      return next;
    },
    close: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}
