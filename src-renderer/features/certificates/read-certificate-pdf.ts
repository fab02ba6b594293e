/** Reads the text of a certificate PDF, as it is drawn: nothing in it is run or followed. */
import { pdfText } from '../../../src-shared/pdf/pdf-text.ts';
import { openPdf } from './pdf-document.ts';
import { PartMissing } from '../../ui/layout/page-part.tsx';

/** What stands on its pages; null when it is no PDF that can be read. Rejects with `PartMissing` when no reader can be had now. */
export async function readCertificatePdf(file: Blob, signal: AbortSignal): Promise<string | null> {
  const opened = await openPdf(new Uint8Array(await file.arrayBuffer()), signal);
  if (!opened.ok) {
    if (opened.fault === 'no-reader') throw new PartMissing('the reader of PDFs');
    return null;
  }
  const { pageCount, page, close } = opened.value;
  try {
    return await pdfText({ numPages: pageCount, getPage: page });
  } finally {
    close();
  }
}
