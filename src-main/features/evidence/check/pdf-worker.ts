/** Entry of the thread that reads the pages of one PDF after another, which may be made to take for ever. */
import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { textOfPdf } from '../../../../src-shared/pdf/pdf-text.ts';

// It works in this thread, and starts none of its own.
Object.assign(globalThis, { pdfjsWorker });

parentPort?.on('message', (bytes: Uint8Array) => {
  void textOfPdf(bytes, getDocument).then((text) => parentPort?.postMessage(text));
});
