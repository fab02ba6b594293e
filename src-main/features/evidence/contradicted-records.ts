/** Records of which the service's own documents, as they are kept here, name another content than it was sent. */
import type { CertificateCache } from '../certificates/certificate-cache.ts';
import { readCertificate } from '../certificates/read-certificate.ts';
import { evaluateCertificate, evaluateRecord } from '../verify/evaluate-record.ts';
import type { Verifying } from '../verify/verification.ts';
import type { RecordedFile } from './bundle/bundle-facts.ts';

export interface ContradictionParts {
  readonly cache: Pick<CertificateCache, 'keptJson'>;
  readonly verifying: Pick<Verifying, 'held' | 'method'>;
}

/** Asks nobody. A difference counts only under the method that the service is known to use. */
export async function isContradicted(
  { fileId, projectId, content }: RecordedFile,
  { cache, verifying }: ContradictionParts,
): Promise<boolean> {
  const held = verifying.held.find(fileId, projectId);
  if (content === null || content.sha256 === null || held === null) return false;
  const digests = { sha256: content.sha256, blake3: content.blake3 };
  const ofRecord = evaluateRecord(digests, held, verifying.method());
  if (ofRecord.kind === 'mismatch') return true;
  if (ofRecord.kind === 'unsure' && ofRecord.doubt.kind === 'contradicts-upload') return true;
  const json = held.facts.isCertificateSaved ? await cache.keptJson(fileId) : null;
  const reading = json === null ? null : readCertificate(new TextDecoder().decode(json));
  if (reading === null) return false;
  return evaluateCertificate(digests, reading, verifying.method()).kind === 'mismatch';
}
