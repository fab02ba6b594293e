/** The page's side of the thread that makes fingerprints: one file at a time, until it is stopped. */
import { source as workerSource } from './digest-worker.ts?source';
import type { Digests, ListAlgorithm } from '../src-shared/model/proofs/hash-method.ts';
import type { DigestOrder } from './digest-worker.ts';

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

const PIECE_BYTES = 4_194_304;

/** `digest` resolves to null for a file that cannot be read; it rejects with `signal.reason`. */
export function startDigests(signal: AbortSignal): {
  readonly digest: MakeDigests;
  readonly end: () => void;
} {
  const worker = new Worker(policy.createScriptURL(address));
  const ask = (order: DigestOrder, handed: Transferable[] = []) =>
    new Promise<Digests>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Digests>) => resolve(data);
      worker.onerror = () => reject(new Error('the fingerprints could not be made'));
      worker.postMessage(order, handed);
    });
  return {
    end: () => worker.terminate(),
    async digest(file, algorithms, onRead) {
      let asked = ask({ kind: 'start', algorithms });
      for (let at = 0; at < file.size; at += PIECE_BYTES) {
        const piece = file.slice(at, at + PIECE_BYTES);
        const bytes = await piece.arrayBuffer().catch(() => null);
        await asked;
        signal.throwIfAborted();
        if (bytes === null) return null; // it was changed or removed, or the person may not read it
        asked = ask({ kind: 'piece', bytes }, [bytes]);
        onRead(at + piece.size);
      }
      await asked;
      return { digests: await ask({ kind: 'finish' }), sizeBytes: file.size };
    },
  };
}
