/** The page's side of its two threads, which end when it is stopped: one makes fingerprints, one reads the pages of PDFs. */
import { type DigestAll, UnreadablePart } from '../src-shared/evidence/chosen.ts';
import type { Digests } from '../src-shared/model/proofs/hash-method.ts';
import type { DigestOrder } from './digest-worker.ts';
import { source as digestSource } from './digest-worker.ts?source';
import type { PdfAnswer } from './pdf-worker.ts';
import { source as pdfSource } from './pdf-worker.ts?source';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const addressOf = (source: string) =>
  URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
const addresses = { digest: addressOf(digestSource), pdf: addressOf(pdfSource) };
/** Where the page's policy asks for it, only these addresses become threads. */
const rules = {
  createScriptURL: (url: string) => (Object.values(addresses).includes(url) ? url : ''),
};
const policy =
  (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
    'digest-worker',
    rules,
  ) ?? rules;

/** A PDF that is made to take for ever is none that can be read. */
const PATIENCE_MS = 20_000;

const ask = (worker: Worker, order: DigestOrder, handed: Transferable[] = []) =>
  new Promise<Digests>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Digests>) => resolve(data);
    worker.onerror = () => reject(new Error('the fingerprints could not be made'));
    worker.postMessage(order, handed);
  });

/** What is asked of them rejects with `signal.reason`. */
export function startThreads(signal: AbortSignal) {
  let digester: Worker | null = null;
  let reader: Worker | null = null;
  const digestAll: DigestAll = async (orders, onRead) => {
    const found: (Digests | null)[] = [];
    const worker = (digester ??= new Worker(policy.createScriptURL(addresses.digest)));
    for (const { entry, algorithms } of orders) {
      let asked = ask(worker, { kind: 'start', algorithms });
      try {
        for await (const piece of entry.pieces()) {
          await asked;
          signal.throwIfAborted();
          const bytes = piece.slice().buffer;
          asked = ask(worker, { kind: 'piece', bytes }, [bytes]);
          onRead(piece.length);
        }
        await asked;
        found.push(await ask(worker, { kind: 'finish' }));
      } catch (error) {
        if (!(error instanceof UnreadablePart)) throw error;
        await asked;
        found.push(null);
      }
    }
    return found;
  };
  return {
    digestAll,
    pdfText(bytes: Uint8Array): Promise<string | null> {
      const worker = (reader ??= new Worker(policy.createScriptURL(addresses.pdf)));
      return new Promise((resolve) => {
        const finish = (text: string | null) => {
          clearTimeout(patience);
          resolve(text);
        };
        const giveUp = () => {
          worker.terminate();
          reader = null;
          finish(null);
        };
        const patience = setTimeout(giveUp, PATIENCE_MS);
        worker.onmessage = ({ data }: MessageEvent<Partial<PdfAnswer>>) => {
          if (data.pdfText !== undefined) finish(data.pdfText);
        };
        worker.onerror = giveUp;
        worker.postMessage({ pdf: bytes });
      });
    },
    end() {
      digester?.terminate();
      reader?.terminate();
    },
  };
}
