/**
 * The service's documents for a bundle, and what copies are held against. What is saved here is used; the rest is asked
 * for until the service is found to be away, so that a bundle of a thousand files does not wait a thousand times.
 */
import fs from 'node:fs/promises';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Digests, HashMethod } from '../../../src-shared/model/proofs/hash-method.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import type { Judgement, RecordedFile } from './bundle/bundle-facts.ts';
import type { RecordJudge } from './bundle/make-bundle.ts';
import type {
  FetchDocuments,
  FetchedCertificate,
  FetchedMetadata,
} from './bundle/bundle-documents.ts';
import type { CertificateCache } from '../certificates/certificate-cache.ts';
import { algorithmsFor, isAsSent, judgeRecord } from '../verify/evaluate-record.ts';
import type { CertificatePaths, Certificates } from '../certificates/certificates.ts';
import type { Verifying } from '../verify/verifying.ts';

export interface EvidenceDocumentParts {
  readonly cache: Pick<CertificateCache, 'kept'>;
  readonly certificates: Pick<Certificates, 'getListed'>;
  readonly verifying: Pick<Verifying, 'held' | 'documents' | 'method' | 'learn'>;
}

const AWAY: ReadonlySet<CoreFault['kind']> = new Set([
  'unavailable',
  'throttled',
  'not-the-service',
  'not-signed-in',
]);

/** For one bundle. */
export function makeEvidenceDocuments({ cache, certificates, verifying }: EvidenceDocumentParts): {
  readonly fetchDocuments: FetchDocuments;
  readonly judgeFor: (record: RecordedFile) => RecordJudge;
  readonly method: () => HashMethod | null;
} {
  const { documents, held } = verifying;
  let isAway = false;

  async function certificateOf(
    { projectId, fileId }: RecordedFile,
    signal: AbortSignal,
  ): Promise<FetchedCertificate> {
    const kept = await cache.kept(fileId);
    if (kept !== null) return readBoth(kept);
    if (isAway) return { kind: 'not-had' };
    const got = await certificates.getListed(projectId, fileId, signal);
    if (got.ok) return readBoth(got.value);
    isAway ||= AWAY.has(got.fault.kind);
    return { kind: got.fault.kind === 'no-certificate-yet' ? 'none-yet' : 'not-had' };
  }

  async function metadataOf(record: RecordedFile, signal: AbortSignal): Promise<FetchedMetadata> {
    const kept = documents.kept(record);
    if (kept !== null) return { kind: 'had', json: kept.bytes };
    if (isAway) return { kind: 'not-had' };
    const outcome = await documents.get(record, signal);
    switch (outcome.kind) {
      case 'kept':
        return { kind: 'had', json: outcome.document.bytes };
      case 'not-yet':
        return { kind: 'none-yet' };
      case 'not-a-document':
        return { kind: 'not-had' };
      case 'fault':
        isAway ||= AWAY.has(outcome.fault.kind);
        return { kind: 'not-had' };
      default:
        return assertNever(outcome);
    }
  }

  return {
    fetchDocuments: async (record, signal) => ({
      certificate: await certificateOf(record, signal),
      metadata: await metadataOf(record, signal),
    }),

    method: () => verifying.method(),

    judgeFor(record) {
      const known = held.find(record.fileId, record.projectId);
      if (known === null) throw new Error(`no record ${record.fileId}`);
      const { fileHash } = known;
      const written = fileHash.kind === 'known' ? [fileHash.written] : [];
      return {
        algorithms: ['sha256', 'blake3', ...algorithmsFor(written, verifying.method())],
        judge(digests) {
          const judged = judgeRecord(both(digests), known, verifying.method());
          if (judged.kind === 'match') verifying.learn(judged.comparison.method);
          const comparison = judged.kind === 'unsure' ? null : judged.comparison;
          return {
            verdict: judged.kind,
            written: comparison?.written ?? (fileHash.kind === 'known' ? fileHash.written : null),
            method: comparison?.method ?? null,
            doubt: judged.kind === 'unsure' ? judged.doubt.kind : null,
            isAsSent: isAsSent(both(digests), known),
            missing: judged.kind === 'match' ? [] : (judged.missing ?? []),
          } satisfies Judgement;
        },
      };
    },
  };
}

async function readBoth({ pdfPath, jsonPath }: CertificatePaths): Promise<FetchedCertificate> {
  const [pdf, json] = await Promise.all([fs.readFile(pdfPath), fs.readFile(jsonPath)]);
  return { kind: 'had', pdf, json };
}

function both(digests: Digests) {
  const { sha256, blake3 } = digests;
  if (sha256 === undefined || blake3 === undefined) throw new Error('a copy was read without them');
  return { ...digests, sha256, blake3 };
}
