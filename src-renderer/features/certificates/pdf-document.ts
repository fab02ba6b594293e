/**
 * A PDF as the page shows it. What comes from the service may be hostile: no script of it is run, no form is built, no
 * link can be followed, nothing is fetched for it, and neither its pages nor its pictures can fill the memory.
 */
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
} from 'pdfjs-dist';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { inTime, TooSlow } from '../../ui/layout/in-time.ts';
import { PATIENCE_MS, type PdfTrouble } from './pdf-timeout.ts';
import { PartMissing } from '../../ui/layout/page-part.tsx';
import { MOST_CANVAS_BYTES } from './pdf-zoom.ts';

export interface OpenPdf {
  readonly pageCount: number;
  /** Counted from 1. Rejects when the page cannot be read. */
  readonly page: (number: number) => Promise<PDFPageProxy>;
  readonly close: () => void;
  /** The same of one that does not come to an end by itself. */
  readonly leave: () => void;
}

/** The worker takes the next PDF only when the one before it is closed. */
let closing: Promise<unknown> = Promise.resolve();
const CLOSING_MS = 2_000;

async function untilWorkerIsFree(): Promise<void> {
  try {
    await inTime(closing, CLOSING_MS);
  } catch {
    replaceWorker(); // it is still at something that nobody waits for any more
  }
}

function replaceWorker(): void {
  endPdfWorker();
  closing = Promise.resolve();
}

/** A copy of `bytes` goes to the worker; what is no PDF is told as such. Aborting ends the reading. */
export async function openPdf(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Result<OpenPdf, PdfTrouble>> {
  signal.throwIfAborted();
  if (!isPdf(bytes)) return fail('no-pdf');
  await untilWorkerIsFree();
  signal.throwIfAborted();
  const unfetched = startPdfWorker();
  const task = getDocument({
    ...PDF_RULES,
    data: bytes.slice(),
    wasmUrl: new URL('pdf-decoders/', document.baseURI).href, // those of them that are no WebAssembly
    BinaryDataFactory: BundledFonts,
    standardFontDataUrl: 'bundled/', // asked of BundledFonts by the file's name alone
  });
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    closing = Promise.all([closing, task.destroy()]);
  };
  const leave = () => {
    end();
    replaceWorker(); // it would not answer that it is closed
  };
  signal.addEventListener('abort', end, { once: true });
  let opened: PDFDocumentProxy;
  try {
    opened = await inTime(Promise.race([task.promise, unfetched]), PATIENCE_MS);
  } catch (error) {
    signal.throwIfAborted();
    const isUnfetched = error instanceof PartMissing;
    if (!isUnfetched && !(error instanceof TooSlow)) return fail('unreadable');
    leave();
    return fail(isUnfetched ? 'no-reader' : 'too-slow');
  }
  signal.removeEventListener('abort', end);
  return ok({
    pageCount: opened.numPages,
    page: (number) => opened.getPage(number),
    close: end,
    leave,
  });
}

/** The fonts that a PDF may name without bringing them, from our own files: nothing is looked for elsewhere. */
const ADDRESSES = import.meta.glob<string>(
  '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
  { query: '?url', import: 'default', eager: true },
);

/** By the file's name, such as `FoxitSymbol.pfb`; null for a font that is not among them. */
function fontAddress(fileName: string): string | null {
  return ADDRESSES[`../../../node_modules/pdfjs-dist/standard_fonts/${fileName}`] ?? null;
}

/** What pdf.js asks for binary data. Character maps and other decoders are not brought: it goes on without them. */
class BundledFonts {
  async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }) {
    const address = kind === 'standardFontDataUrl' ? fontAddress(filename) : null;
    if (address === null) throw new Error(`not bundled: ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** A picture of more is left out. */
const MOST_PICTURE_PIXELS = 64_000_000;

/** What is allowed to a PDF: nothing but to be looked at. Scripts are none of pdf.js's own, and nothing here brings them. */
export const PDF_RULES = {
  enableXfa: false,
  useWasm: false,
  useWorkerFetch: false,
  useSystemFonts: false,
  maxImageSize: MOST_PICTURE_PIXELS,
  canvasMaxAreaInBytes: MOST_CANVAS_BYTES,
  verbosity: 0,
} as const;

/** Everything before its head is skipped, as by every reader of PDFs; a page of HTML has none. */
const HEAD_WITHIN_BYTES = 1_024;

export function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_WITHIN_BYTES)).includes('%PDF-');
}

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
function allowOnly(ours: string): (address: string) => string {
  return (address) => {
    if (address !== ours) throw new TypeError('this is no program of ours');
    return address;
  };
}

let policy: { readonly createScriptURL: (address: string) => string } | null = null;
let started: { readonly worker: Worker; readonly unfetched: Promise<never> } | null = null;

/** One for the whole page, started when it is first needed. What it returns rejects when its script could not be fetched. */
function startPdfWorker(): Promise<never> {
  if (started !== null) return started.unfetched;
  const [workerAddress] = Object.values(BUNDLED);
  if (workerAddress === undefined) throw new Error('the PDF worker was not bundled');
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: allowOnly(workerAddress) };
  policy ??= trustedTypes?.createPolicy('app-worker', rules) ?? rules; // a page may make it only once
  const worker = new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
  GlobalWorkerOptions.workerPort = worker;
  const unfetched = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', (event) => {
      // What goes wrong in a script that runs comes with a message.
      if (!(event instanceof ErrorEvent)) reject(new PartMissing('the reader of PDFs'));
    });
  });
  unfetched.catch(() => undefined); // told to those who wait for it
  started = { worker, unfetched };
  return unfetched;
}

/** Ends one that does not come to an end by itself; the next PDF starts another. */
function endPdfWorker(): void {
  started?.worker.terminate();
  started = null;
}
