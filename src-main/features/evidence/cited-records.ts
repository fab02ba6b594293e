/** What can be said of chosen files in a paper: what this computer saw on the chain, of contents that it had. */
import {
  type CitedRecord,
  type CitedRecords,
  MOST_CITED_RECORDS,
} from '../../../src-shared/model/proofs/cited-records.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { recordKey } from '../../../src-shared/model/proofs/verdict.ts';
import type { ChosenEvidence, ChosenFile, RecordedFile } from './bundle/bundle-facts.ts';
import type { CertificateCache } from '../certificates/certificate-cache.ts';
import { readCertificate } from '../../../src-shared/model/proofs/read-certificate.ts';
import { isAgainst } from '../../../src-shared/model/proofs/judge.ts';
import type { Verifying } from '../verify/verification.ts';

export function citedRecords(
  { files, unproven, leftOutByRules }: ChosenEvidence,
  nameOf: (projectId: string) => string,
  source: Pick<CitedRecords, 'service' | 'account' | 'algorithm'>,
  isDenied: (record: RecordedFile) => boolean,
): Result<CitedRecords, CoreFault> {
  const chosen = [...Map.groupBy(files, ({ record }) => recordKey(record)).values()];
  const citable = chosen.flatMap(citedRecord);
  const records = citable.filter(({ record }) => !isDenied(record)).map(({ cited }) => cited);
  if (records.length > MOST_CITED_RECORDS) {
    const why = { kind: 'too-many-records', most: MOST_CITED_RECORDS } as const;
    return fail({ kind: 'no-evidence', why });
  }
  const unread = unproven.filter(({ why }) => why !== 'no-record').length;
  const projects = new Set(records.map(({ projectId }) => nameOf(projectId)));
  return ok({
    ...source,
    projects: [...projects],
    records: records.toSorted(
      (one, other) =>
        one.notarizedAtMs - other.notarizedAtMs || (one.fileId < other.fileId ? -1 : 1),
    ),
    left: {
      unproven: unproven.length - unread,
      unread,
      unseen: chosen.length - citable.length,
      contradicted: citable.length - records.length,
      byRules: leftOutByRules,
    },
  });
}

/** The name of the record, not of a copy: it is what the service shows. One copy that is as it was suffices. */
function citedRecord(
  copies: readonly ChosenFile[],
): readonly { readonly record: RecordedFile; readonly cited: CitedRecord }[] {
  const [first] = copies;
  if (first === undefined) return [];
  const { record } = first;
  const { name, fileId, projectId, visibility, status, content, notarizedAtMs } = record;
  const sha256 = content?.sha256 ?? null;
  if (content === null || sha256 === null || notarizedAtMs === null) return [];
  const isDeleted = stateOfWord(status) !== 'notarized';
  const isHere = copies.some(({ past }) => past === null);
  const wasChanged = copies.some(({ past }) => past === 'changed');
  const past = isHere ? null : wasChanged ? 'changed' : 'missing';
  const { sizeBytes } = content;
  const facts = { name, fileId, projectId, visibility, isDeleted, sizeBytes, sha256 };
  return [{ record, cited: { ...facts, past, notarizedAtMs } }];
}

export interface ContradictionParts {
  readonly cache: Pick<CertificateCache, 'keptJson'>;
  readonly verifying: Pick<Verifying, 'held' | 'method' | 'examine'>;
}

/**
 * Whether the service's own documents of a record, as they are kept here, speak of another file than it was sent, or against
 * themselves. Asks nobody. A difference counts only under the method that the service is known to use.
 */
export async function isContradicted(
  { fileId, projectId, content }: RecordedFile,
  { cache, verifying }: ContradictionParts,
): Promise<boolean> {
  const held = verifying.held.find(fileId, projectId);
  if (content === null || content.sha256 === null || held === null) return false;
  const digests = { sha256: content.sha256, blake3: content.blake3 };
  const ofRecord = verifying.examine(digests, held);
  if (ofRecord.kind === 'mismatch') return true;
  if (ofRecord.kind === 'unsure' && ofRecord.doubt.kind === 'contradicts-upload') return true;
  const json = held.facts.isCertificateSaved ? await cache.keptJson(fileId) : null;
  const reading = json === null ? null : readCertificate(new TextDecoder().decode(json));
  if (reading === null) return false;
  const { sizeBytes } = content;
  return isAgainst(reading, { digests, sizeBytes }, verifying.method());
}
