/** Reads the text of a certificate PDF, as it is drawn: nothing in it is run or followed. */
import { certificateInText } from './certificate-in-pdf.ts';
import { openPdf } from './pdf-document.ts';
import { PartMissing } from '../../ui/layout/page-part.tsx';

const MOST_PAGES = 10;

/** Its data, as far as its text says it; null when it is no PDF, or names no fingerprint. Rejects with `PartMissing` when no reader can be had now. */
export async function readCertificatePdf(file: Blob, signal: AbortSignal): Promise<string | null> {
  const opened = await openPdf(new Uint8Array(await file.arrayBuffer()), signal);
  if (!opened.ok) {
    if (opened.fault === 'no-reader') throw new PartMissing('the reader of PDFs');
    return null;
  }
  const { pageCount, page, close } = opened.value;
  try {
    const pieces: string[] = [];
    for (let number = 1; number <= Math.min(pageCount, MOST_PAGES); number += 1) {
      const { items } = await (await page(number)).getTextContent();
      for (const item of items) if ('str' in item) pieces.push(item.str, item.hasEOL ? '\n' : ' ');
    }
    return certificateInText(pieces.join(''));
  } finally {
    close();
  }
}
