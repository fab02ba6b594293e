/** What other features use of this one. */
import { pagePart } from '../../ui/layout/page-part.tsx';

/** What reads PDFs is large: it is loaded when somebody brings one. */
export const certificatePdfReader = pagePart(
  async () => (await import('./read-certificate-pdf.ts')).readCertificatePdf,
);
