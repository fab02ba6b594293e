/**
 * A PDF as the page shows it. What comes from the service may be hostile: no script of it is run, no form is built, no
 * link can be followed, nothing is fetched for it, and neither its pages nor its pictures can fill the memory.
 */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { BundledFonts } from './pdf-fonts.ts';
import { startPdfWorker } from './pdf-worker.ts';
import { MOST_CANVAS_BYTES } from './pdf-zoom.ts';

const MOST_PICTURE_PIXELS = 64_000_000;

export interface OpenPdf {
  readonly pageCount: number;
  /** Counted from 1. Rejects when the page cannot be read. */
  readonly page: (number: number) => Promise<PDFPageProxy>;
  readonly close: () => void;
}

/** A copy of `bytes` goes to the worker; what is no PDF is told as such. Aborting ends the reading. */
export async function openPdf(
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Result<OpenPdf, { readonly kind: 'unreadable' }>> {
  signal.throwIfAborted();
  startPdfWorker();
  const task = getDocument({
    data: bytes.slice(),
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    BinaryDataFactory: BundledFonts,
    standardFontDataUrl: 'bundled/', // asked of BundledFonts by the file's name alone
    maxImageSize: MOST_PICTURE_PIXELS,
    canvasMaxAreaInBytes: MOST_CANVAS_BYTES,
    verbosity: 0,
  });
  const end = () => void task.destroy();
  signal.addEventListener('abort', end, { once: true });
  let opened: PDFDocumentProxy;
  try {
    opened = await task.promise;
  } catch {
    signal.throwIfAborted();
    return fail({ kind: 'unreadable' }); // damaged, protected, or no PDF at all
  }
  signal.removeEventListener('abort', end);
  return ok({
    pageCount: opened.numPages,
    page: (number) => opened.getPage(number),
    close: end,
  });
}
