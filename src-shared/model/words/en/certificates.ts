/** What came in place of a certificate, in English. */
import type { NotACertificate } from '../../proofs/not-a-certificate.ts';

const CAME: Readonly<Record<NotACertificate, string>> = {
  empty: 'an empty answer',
  html: 'a web page',
  'not-a-pdf': 'a file that is no PDF',
  'cut-pdf': 'a PDF whose end is missing',
  'not-json': 'text that is no JSON document',
  'error-message': 'an error message',
  'another-file': 'the certificate of another file',
};
const WHAT_TO_DO =
  'Labseal tries again by itself; if it stays like this, tell the people who run the service.';

export function notACertificateSentence(what: NotACertificate): string {
  return `The service sent ${CAME[what]} in place of the certificate, so nothing was saved. ${WHAT_TO_DO}`;
}

export const noCertificateSentence = `The service says that the file is recorded, but has no certificate for it. ${WHAT_TO_DO}`;
