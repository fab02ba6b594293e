/** Keeps in journal and ledger what the service recorded. Every function belongs in the caller's transaction. */
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { Recognition, UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { stateOfStatus } from '../common/state-of-status.ts';
import type { AccountPorts } from '../common/account-ports.ts';

export type KeepRecordPorts = Pick<AccountPorts, 'state' | 'transitions' | 'clock'>;

/** Applies the service's status of a record to the ledger and to every row that shows it. */
export function applyServiceStatus(
  { state, transitions, clock }: KeepRecordPorts,
  recordId: number,
  status: string,
): void {
  const isSettled = ['notarized', 'record_error', 'deleted'].includes(stateOfStatus(status));
  state.records.setStatus(recordId, status, isSettled ? clock.nowMs() : null);
  transitions.followRecord(recordId, status);
}

/** What the service says of a file that is the record of an upload. */
export interface RecordedFile {
  readonly fileId: string;
  readonly status: string;
}

/**
 * Ends the upload as recorded, in journal and ledger. Null when the service has given the id to another content: the
 * upload counts as spent without a record, and deciding its row holds it for a person.
 */
export function keepRecord(
  { state, clock }: Pick<KeepRecordPorts, 'state' | 'clock'>,
  job: UploadJobRow,
  found: RecordedFile,
  by: Recognition | null,
): LedgerRecord | null {
  const { contentId, projectId, visibility, name, uploadedIso } = job;
  const facts = { ...found, name, uploadedIso, receivedAtMs: clock.nowMs() };
  const record = state.records.keep({ contentId, projectId, visibility, ...facts });
  state.approvals.end(job.fileId, 'record_deleted'); // it was for one more upload
  if (record !== null) {
    state.uploads.move(job.id, { type: 'recorded', recordId: record.id, by });
    return record;
  }
  state.uploads.move(job.id, { type: 'recorded', recordId: null, reusedFileId: found.fileId, by });
  state.approvals.end(job.fileId, 'id_in_use'); // it was for one more try
  state.contents.forgetNegativeAnswer(contentId); // asked before a person pays again
  return null;
}
