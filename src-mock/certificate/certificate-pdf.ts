/** The certificate as PDF/A-2a. Equal facts give equal bytes: no clock, no chance, no outside resource takes part. */
import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import type { CertificateFacts } from './certificate-facts.ts';
import { drawCertificate } from './certificate-page.ts';

/** One A4 page. Throws when `recordedIso` is no moment: a file without a record has no certificate. */
export async function certificatePdf(facts: CertificateFacts): Promise<Buffer> {
  const recorded = new Date(facts.recordedIso);
  if (Number.isNaN(recorded.getTime())) {
    throw new RangeError(`recordedIso is no moment: "${facts.recordedIso}"`);
  }
  const document = new PdfDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-2a',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    font: '', // none before the first text
    info: {
      Title: `Certificate of notarization: ${facts.fileName}`,
      Author: 'Bundled notarization service (demo)',
      Subject: facts.certificateId,
      Creator: 'Labseal bundled service',
      CreationDate: recorded,
      ModDate: recorded,
    },
  });
  drawCertificate(document, facts);
  document.end();
  return buffer(document);
}
