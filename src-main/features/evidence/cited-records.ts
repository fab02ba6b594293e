/** What can be said of chosen files in a paper: what this computer saw on the chain, of contents that it had. Pure. */
import {
  type CitedRecord,
  type CitedRecords,
  MOST_CITED_RECORDS,
} from '../../../src-shared/model/proofs/cited-records.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { type RecordedFile, recordKey } from './bundle/bundle-facts.ts';
import type { ChosenEvidence } from './evidence-choice.ts';

export function citedRecords(
  { files, unproven, leftOutByRules }: ChosenEvidence,
  nameOf: (projectId: string) => string,
  service: string,
): Result<CitedRecords, CoreFault> {
  const chosen = new Map(files.map(({ record }) => [recordKey(record), record]));
  const records = [...chosen.values()].flatMap(citedRecord);
  if (records.length > MOST_CITED_RECORDS) {
    const why = { kind: 'too-many-records', most: MOST_CITED_RECORDS } as const;
    return fail({ kind: 'no-evidence', why });
  }
  const projects = new Set(records.map(({ projectId }) => nameOf(projectId)));
  return ok({
    service,
    projects: [...projects],
    records: records.toSorted(
      (one, other) =>
        one.notarizedAtMs - other.notarizedAtMs || (one.fileId < other.fileId ? -1 : 1),
    ),
    left: {
      unproven: unproven.length,
      unseen: chosen.size - records.length,
      byRules: leftOutByRules,
    },
  });
}

/** The name of the record, not of a copy: it is what the service shows. */
function citedRecord(record: RecordedFile): readonly CitedRecord[] {
  const { name, fileId, projectId, visibility, status, content, notarizedAtMs } = record;
  const sha256 = content?.sha256 ?? null;
  if (content === null || sha256 === null || notarizedAtMs === null) return [];
  const isDeleted = stateOfWord(status) !== 'notarized';
  const { sizeBytes } = content;
  return [{ name, fileId, projectId, visibility, isDeleted, sizeBytes, sha256, notarizedAtMs }];
}
