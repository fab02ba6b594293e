/** Reads the pages of PDFs in a thread of the page. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { pdfText as textOnPages } from '../src-shared/pdf/pdf-text.ts';

// It works in this thread, and starts none of its own.
Object.assign(globalThis, { pdfjsWorker });

/** Null: it cannot be read, is encrypted, or is no PDF. */
async function textOf(bytes: Uint8Array): Promise<string | null> {
  const task = getDocument({
    data: bytes,
    verbosity: 0,
    useWasm: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    useWorkerFetch: false,
  });
  try {
    return await textOnPages(await task.promise);
  } catch {
    return null;
  } finally {
    await task.destroy();
  }
}

/** pdf.js greets whoever started the thread, too: what is meant for the page has a name. */
export type PdfAnswer = { readonly pdfText: string | null };

onmessage = ({ data }: MessageEvent<{ readonly pdf?: Uint8Array }>) => {
  if (data.pdf === undefined) return;
  void textOf(data.pdf).then((pdfText) => postMessage({ pdfText } satisfies PdfAnswer));
};
