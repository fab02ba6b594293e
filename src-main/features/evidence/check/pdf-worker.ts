/** Entry of the thread that reads the pages of one PDF after another, which may be made to take for ever. */
import { parentPort } from 'node:worker_threads';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as pdfjsWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { pdfText } from '../../../../src-shared/pdf/pdf-text.ts';

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
  });
  try {
    return await pdfText(await task.promise);
  } catch {
    return null;
  } finally {
    await task.destroy();
  }
}

parentPort?.on('message', (bytes: Uint8Array) => {
  void textOf(bytes).then((text) => parentPort?.postMessage(text));
});
