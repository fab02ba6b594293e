/** Entry of the thread that draws certificates. It answers each request once, in any order. */
import { parentPort } from 'node:worker_threads';
import type { CertificateFacts } from './certificate-facts.ts';
import { certificatePdf } from './certificate-pdf.ts';
import type { DrawnCertificate } from './certificate-thread.ts';

const port = parentPort;
if (port === null) throw new Error('this module is the entry of a worker thread');
const answer = (drawn: DrawnCertificate) => port.postMessage(drawn);
port.on('message', ({ id, facts }: { id: number; facts: CertificateFacts }) => {
  certificatePdf(facts).then(
    (pdf) => answer({ id, pdf }),
    (error: unknown) => answer({ id, error }),
  );
});
