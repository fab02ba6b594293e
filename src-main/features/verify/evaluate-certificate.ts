/**
 * Holds the digests of a file against a certificate, of this account or of somebody else's. Pure. What it names is
 * compared in every way it can be read. That it differs means something only under the documented name, and when the
 * certificate is known to be of a service whose method is known.
 */
import type {
  DigestAlgorithm,
  FileDigests,
  HashMethod,
} from '../../../src-shared/model/proofs/hash-method.ts';
import { algorithmsFor, compared, standingOf, type Judgement } from './evaluate-record.ts';
import type { CertificateReading } from '../certificates/read-certificate.ts';

const MOST_SHOWN = 10;

/** `method`: of the service that the certificate is known to be of; null: not known, or of whose. */
export function judgeCertificate(
  digests: FileDigests,
  { fingerprints, isNamed }: CertificateReading,
  method: HashMethod | null,
): Judgement {
  const decidedBy = 'certificate';
  if (fingerprints.length === 0) {
    return { kind: 'unsure', doubt: { kind: 'certificate-without-fingerprint' }, decidedBy };
  }
  for (const { text, at } of fingerprints) {
    const standing = standingOf(text, digests, isNamed ? method : null);
    if (standing.kind !== 'equal' && standing.kind !== 'different') continue;
    const comparison = compared('certificate', at, text, standing);
    if (standing.kind === 'equal') return { kind: 'match', comparison, decidedBy };
    return { kind: 'mismatch', comparison, decidedBy, missing: standing.missing };
  }
  const written = [...new Set(fingerprints.map(({ text }) => text))].slice(0, MOST_SHOWN);
  return { kind: 'unsure', doubt: { kind: 'certificate-method-unknown', written }, decidedBy };
}

/** What has to be computed for that, beside the two digests that always are. */
export function algorithmsForCertificate(
  { fingerprints, isNamed }: CertificateReading,
  method: HashMethod | null,
): readonly DigestAlgorithm[] {
  const written = fingerprints.map(({ text }) => text);
  return algorithmsFor(written, isNamed ? method : null);
}
