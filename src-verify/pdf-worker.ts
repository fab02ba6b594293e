/** Reads the pages of PDFs in a thread of the page. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { textOfPdf } from '../src-shared/pdf/pdf-text.ts';

// It works in this thread, and starts none of its own.
Object.assign(globalThis, { pdfjsWorker });

/** pdf.js greets whoever started the thread, too: what is meant for the page has a name. */
export type PdfAnswer = { readonly pdfText: string | null };

onmessage = ({ data }: MessageEvent<{ readonly pdf?: Uint8Array }>) => {
  if (data.pdf === undefined) return;
  void textOfPdf(data.pdf, getDocument).then((pdfText) =>
    postMessage({ pdfText } satisfies PdfAnswer),
  );
};
