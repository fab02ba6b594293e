/**
 * A PDF as the page shows it. What comes from the service may be hostile: no script of it is run, no form is built, no
 * link can be followed, nothing is fetched for it, and neither its pages nor its pictures can fill the memory.
 */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { BundledFonts } from './pdf-fonts.ts';
import { inTime, TooSlow, type PdfTrouble } from './pdf-timeout.ts';
import { isPdf, PDF_RULES } from './pdf-rules.ts';
import { endPdfWorker, startPdfWorker } from './pdf-worker.ts';

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
  startPdfWorker();
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
    opened = await inTime(task.promise);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TooSlow)) return fail('unreadable');
    leave();
    return fail('too-slow');
  }
  signal.removeEventListener('abort', end);
  return ok({
    pageCount: opened.numPages,
    page: (number) => opened.getPage(number),
    close: end,
    leave,
  });
}
