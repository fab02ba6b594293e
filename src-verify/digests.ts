/** The page's side of the thread that makes fingerprints: one file at a time, until it is stopped. */
import { source as workerSource } from './digest-worker.ts?source';
import type { Digests, ListAlgorithm } from '../src-shared/model/proofs/hash-method.ts';
import type { DigestAnswer, DigestOrder } from './digest-worker.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

export type MakeDigests = (
  file: Blob,
  algorithms: readonly ListAlgorithm[],
  onRead: (readBytes: number) => void,
) => Promise<{ readonly digests: Digests; readonly sizeBytes: number } | null>;

const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
/** Where the page's policy asks for it, only this address becomes a thread. */
const rules = { createScriptURL: (url: string) => (url === address ? url : '') };
const policy =
  (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
    'digest-worker',
    rules,
  ) ?? rules;

/** `digest` resolves to null for a file that cannot be read; it rejects with `signal.reason`. */
export function startDigests(signal: AbortSignal): {
  readonly digest: MakeDigests;
  readonly end: () => void;
} {
  const worker = new Worker(policy.createScriptURL(address));
  signal.addEventListener('abort', () => worker.terminate());
  return {
    end: () => worker.terminate(),
    digest: (file, algorithms, onRead) =>
      new Promise((resolve, reject) => {
        const giveUp = () => reject(signal.reason as Error);
        if (signal.aborted) giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        const settle = (found: Parameters<typeof resolve>[0]) => {
          signal.removeEventListener('abort', giveUp);
          resolve(found);
        };
        worker.onerror = () => reject(new Error('the fingerprints could not be made'));
        worker.onmessage = ({ data }: MessageEvent<DigestAnswer>) => {
          if (data.kind === 'read') onRead(data.readBytes);
          else settle(data.kind === 'done' ? data : null);
        };
        const order: DigestOrder = { file, algorithms };
        worker.postMessage(order);
      }),
  };
}
