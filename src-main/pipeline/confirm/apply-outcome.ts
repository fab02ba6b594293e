/** Carries what became of an upload into journal, ledger and rows. Every function belongs into the caller's transaction. */
import { UploadFinding } from '../../../src-shared/model/files/file-view.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { Recognition, UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { FileDesk } from '../decide/file-transitions.ts';
import { stateOfStatus } from '../common/state-of-status.ts';

export interface SettlePorts {
  readonly state: State;
  readonly desk: FileDesk;
  readonly clock: Clock;
}

/** Takes the service's word about a record over, into the ledger and every row that shows it. */
export function takeOverStatus(
  { state, desk, clock }: SettlePorts,
  recordId: number,
  status: string,
): void {
  const isSettled = ['notarized', 'record_error', 'deleted'].includes(stateOfStatus(status));
  state.records.setStatus(recordId, status, isSettled ? clock.nowMs() : null);
  desk.followRecord(recordId, status);
}

/** The upload is this file on the service. `by`: what it was recognised by; null when the service itself said so. */
export function settleAsRecorded(
  ports: SettlePorts,
  job: UploadJobRow,
  found: { readonly fileId: string; readonly status: string },
  by: Recognition | null,
): void {
  const { state, desk, clock } = ports;
  const { contentId, projectId, visibility, name, uploadedIso } = job;
  const place = { contentId, projectId, visibility };
  const facts = { ...found, name, uploadedIso };
  const record = state.records.keep({ ...place, ...facts, receivedAtMs: clock.nowMs() });
  state.uploads.move(job.id, { type: 'recorded', recordId: record.id, by });
  const row = state.files.get(job.fileId);
  if (row?.state === 'confirming') desk.move(row, 'recording', { recordId: record.id });
  takeOverStatus(ports, record.id, found.status);
  desk.decideTwins(contentId, ['ready', 'checking']);
}

/** Keeps what a look found. A file that was kept as unknown asks again once the search says something new. */
export function keepFinding(
  { state, desk }: SettlePorts,
  job: UploadJobRow,
  finding: UploadFinding,
  lookedAtMs: number,
): void {
  const before = findingOf(job);
  state.uploads.noteLook(job.id, { atMs: lookedAtMs, finding: JSON.stringify(finding) });
  const row = state.files.get(job.fileId);
  const isNews = finding.kind !== 'looking' && finding.kind !== before.kind;
  if (row?.state === 'confirming' && row.hold !== null && isNews) desk.move(row, 'confirming');
}

/** What the last look found; `looking` before the first one. */
export function findingOf({ finding }: Pick<UploadJobRow, 'finding'>): UploadFinding {
  return finding === null ? { kind: 'looking' } : UploadFinding.parse(JSON.parse(finding));
}
