/** Certificates drawn in a thread: one takes 7 ms of processor time, in which the service would answer nobody else. */
import { Worker } from 'node:worker_threads';
import type { CertificateFacts } from './certificate-facts.ts';

/** What the thread answers; `pdf` is absent when it failed. */
export type DrawnCertificate =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: unknown };

interface Thread {
  readonly draw: (facts: CertificateFacts) => Promise<Buffer>;
}

/** One for all services of this process; it holds the process only while it draws. */
let current: Thread | null = null;

/** The same bytes as `certificatePdf`. Rejects when a certificate cannot be drawn, or the thread ends. */
export function drawInThread(facts: CertificateFacts): Promise<Buffer> {
  current ??= startThread(() => {
    current = null;
  });
  return current.draw(facts);
}

function startThread(onEnd: () => void): Thread {
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  const own = import.meta.url;
  const entry = new URL(`./certificate-worker${own.slice(own.lastIndexOf('.'))}`, own);
  const worker = new Worker(entry, { env: {}, execArgv: [] });
  let lastId = 0;
  let cause: unknown = new Error('the thread that draws certificates ended');
  worker.unref();
  worker.on('message', (answer: DrawnCertificate) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('pdf' in answer) asked?.resolve(Buffer.from(answer.pdf));
    else asked?.reject(answer.error);
  });
  // 'exit' follows every 'error'.
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', () => {
    onEnd();
    for (const { reject } of waiting.values()) reject(cause);
  });
  return {
    draw(facts) {
      const asked = Promise.withResolvers<Buffer>();
      lastId += 1;
      waiting.set(lastId, asked);
      worker.ref();
      worker.postMessage({ id: lastId, facts });
      return asked.promise;
    },
  };
}
