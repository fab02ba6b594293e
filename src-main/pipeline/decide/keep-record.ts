/** Keeps in journal and ledger what the service recorded. Every function belongs in the caller's transaction. */
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { Recognition, UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { stateOfStatus } from '../common/state-of-status.ts';
import type { RemoteFile, AccountPorts } from '../common/ports.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';

export type KeepRecordPorts = Pick<AccountPorts, 'state' | 'transitions' | 'clock'>;

/** Applies the service's status of a record to the ledger and to every row that shows it. */
export function applyServiceStatus(
  { state, transitions, clock }: KeepRecordPorts,
  recordId: number,
  file: SeenFile,
): void {
  const { status } = file;
  const shown = stateOfStatus(status);
  const isSettled = shown === 'notarized' || shown === 'deleted' || shown === 'record_error';
  // One that is only called deleted was not seen on the chain, and may come there yet.
  const provenAtMs = shown === 'notarized' ? seenByMs(state, recordId, file) : null;
  const settled = isSettled ? { settledAtMs: clock.nowMs(), provenAtMs } : null;
  state.records.setStatus(recordId, status, settled);
  transitions.followRecord(recordId, status);
}

/**
 * Now, as a moment that is not before the truth: the service's clock is known to the second and never ahead of it, and
 * where its answers have no time, this computer's may be behind the time of the record itself.
 */
function seenByMs(
  { records, bookNowMs }: KeepRecordPorts['state'],
  recordId: number,
  { uploadedIso }: SeenFile,
): number {
  const uploads = [records.get(recordId).uploadedIso, uploadedIso ?? ''];
  return Math.max(bookNowMs() + SECOND_MS, ...uploads.map((iso) => msFromIso(iso) ?? 0));
}

/** `uploadedIso`: absent where no list showed it. */
type SeenFile = Pick<RemoteFile, 'status'> & Partial<Pick<RemoteFile, 'uploadedIso'>>;

/** What the service says of a file that is the record of an upload. */
export type RecordedFile = SeenFile & Pick<RemoteFile, 'fileId'>;

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
