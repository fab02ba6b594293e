/**
 * Writes the outcome of an upload into journal, ledger and rows. Every function belongs in the caller's transaction.
 */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { mayBeSent } from '../../../src-shared/model/files/upload-state.ts';
import { UploadFinding } from '../../../src-shared/model/files/file-view.ts';
import type { Clock } from '../../platform/clock.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { Recognition, UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { stateOfStatus } from '../common/state-of-status.ts';

export interface ApplyOutcomePorts {
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly clock: Clock;
}

/** Applies the service's status of a record to the ledger and to every row that shows it. */
export function applyServiceStatus(
  { state, transitions, clock }: ApplyOutcomePorts,
  recordId: number,
  status: string,
): void {
  const isSettled = ['notarized', 'record_error', 'deleted'].includes(stateOfStatus(status));
  state.records.setStatus(recordId, status, isSettled ? clock.nowMs() : null);
  transitions.followRecord(recordId, status);
}

/** What the service says of a file that is the record of an upload. */
interface RecordedFile {
  readonly fileId: string;
  readonly status: string;
}

/**
 * Ends the upload as recorded, in journal and ledger. Null when the service has given the id to another content: the
 * upload counts as spent without a record, and deciding its row holds it for a person.
 */
export function keepRecord(
  { state, clock }: Pick<ApplyOutcomePorts, 'state' | 'clock'>,
  job: UploadJobRow,
  found: RecordedFile,
  by: Recognition | null,
): LedgerRecord | null {
  const { contentId, projectId, visibility, name, uploadedIso } = job;
  const facts = { ...found, name, uploadedIso, receivedAtMs: clock.nowMs() };
  const record = state.records.keep({ contentId, projectId, visibility, ...facts });
  if (record !== null) {
    state.uploads.move(job.id, { type: 'recorded', recordId: record.id, by });
    return record;
  }
  state.uploads.move(job.id, { type: 'recorded', recordId: null, reusedFileId: found.fileId, by });
  state.approvals.end(job.fileId, 'id_in_use'); // it was for one more try
  state.contents.forgetNegativeAnswer(contentId); // asked before a person pays again
  return null;
}

/** States of a row that may still be sent, or only knows of a record elsewhere. */
const UNSENT: ReadonlySet<FileState> = new Set(['ready', 'checking', 'held', 'duplicate']);

/**
 * The upload is this file on the service. `by`: how it was recognised; null when the service itself said so. If a
 * person had the content sent again meanwhile, the record wins as long as no byte of the second upload has left; after
 * that both are in the ledger.
 */
export function applyRecorded(
  ports: ApplyOutcomePorts,
  job: UploadJobRow,
  found: RecordedFile,
  by: Recognition | null,
): void {
  const { state, transitions } = ports;
  const { contentId, projectId, visibility } = job;
  const wasGivenUp = state.uploads.stateOf(job.id).state === 'given-up';
  const record = keepRecord(ports, job, found, by);
  const again =
    wasGivenUp && record !== null ? state.uploads.live(contentId, projectId, visibility) : null;
  // Its row, if it is on its way, is decided when its attempt finds it dropped.
  if (again !== null && mayBeSent(state.uploads.stateOf(again.id))) {
    state.uploads.move(again.id, { type: 'dropped' });
  }
  const row = state.files.get(job.fileId);
  if (wasGivenUp) {
    if (row?.contentId === contentId && UNSENT.has(row.state)) transitions.decide(row);
  } else if (row?.state === 'confirming') {
    if (record === null) transitions.decide(transitions.move(row, 'ready'));
    else transitions.move(row, 'recording', { recordId: record.id });
  }
  if (record !== null) applyServiceStatus(ports, record.id, found.status);
  transitions.decideDuplicates(contentId, ['ready', 'checking']);
}

/**
 * Keeps the result of a search. A file that was kept as unknown needs a decision again once a search finds something
 * new.
 */
export function keepFinding(
  { state, transitions }: ApplyOutcomePorts,
  job: UploadJobRow,
  finding: UploadFinding,
  lookedAtMs: number,
): void {
  const before = findingOf(job);
  state.uploads.noteLook(job.id, { atMs: lookedAtMs, finding: JSON.stringify(finding) });
  const row = state.files.get(job.fileId);
  const isNews = finding.kind !== 'looking' && finding.kind !== before.kind;
  if (row?.state === 'confirming' && row.hold !== null && isNews)
    transitions.move(row, 'confirming');
}

/** The result of the last search; `looking` before the first one. */
export function findingOf({ finding }: Pick<UploadJobRow, 'finding'>): UploadFinding {
  return finding === null ? { kind: 'looking' } : UploadFinding.parse(JSON.parse(finding));
}
