/** What can be said of chosen files in a paper: what this computer saw on the chain, of contents that it had. Pure. */
import {
  type CitedRecord,
  type CitedRecords,
  MOST_CITED_RECORDS,
} from '../../../src-shared/model/proofs/cited-records.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';
import { type ChosenFile, type RecordedFile, recordKey } from './bundle/bundle-facts.ts';
import type { ChosenEvidence } from './evidence-choice.ts';

export function citedRecords(
  { files, unproven, leftOutByRules }: ChosenEvidence,
  nameOf: (projectId: string) => string,
  service: string,
  isContradicted: (record: RecordedFile) => boolean,
): Result<CitedRecords, CoreFault> {
  const chosen = [...Map.groupBy(files, ({ record }) => recordKey(record)).values()];
  const citable = chosen.flatMap(citedRecord);
  const records = citable.filter(({ record }) => !isContradicted(record)).map(({ cited }) => cited);
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
