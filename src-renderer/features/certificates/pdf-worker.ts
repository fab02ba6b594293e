/**
 * Starts the program that reads PDFs beside the page. The page's policy lets no address become a program except through
 * the one policy `app-worker`, which knows the bundled address and refuses every other.
 */
import { GlobalWorkerOptions } from 'pdfjs-dist';

/** By its path; the builder puts the file beside the page's own and tells its address. */
const BUNDLED = import.meta.glob<string>(
  '../../../node_modules/pdfjs-dist/build/pdf.worker.min.mjs',
  { query: '?url', import: 'default', eager: true },
);

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ) => { readonly createScriptURL: (address: string) => string };
}

/** Only the address of our own worker passes. */
export function allowOnly(ours: string): (address: string) => string {
  return (address) => {
    if (address !== ours) throw new TypeError('this is no program of ours');
    return address;
  };
}

let policy: { readonly createScriptURL: (address: string) => string } | null = null;
let started: Worker | null = null;

/** One for the whole page, started when it is first needed. */
export function startPdfWorker(): void {
  if (started !== null) return;
  const [workerAddress] = Object.values(BUNDLED);
  if (workerAddress === undefined) throw new Error('the PDF worker was not bundled');
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: allowOnly(workerAddress) };
  policy ??= trustedTypes?.createPolicy('app-worker', rules) ?? rules; // a page may make it only once
  started = new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
  GlobalWorkerOptions.workerPort = started;
}

/** Ends one that does not come to an end by itself; the next PDF starts another. */
export function endPdfWorker(): void {
  started?.terminate();
  started = null;
}
