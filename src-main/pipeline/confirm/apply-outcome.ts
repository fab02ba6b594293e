/**
 * Writes the outcome of an upload into journal, ledger and rows. Every function belongs in the caller's transaction.
 */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { mayBeSent, type GivenUpBy } from '../../../src-shared/model/files/upload-state.ts';
import type { UploadFinding } from '../../../src-shared/model/files/file-view.ts';
import type { Recognition, UploadJobRow } from '../../db/uploads/upload-repository.ts';
import {
  applyServiceStatus,
  keepRecord,
  type KeepRecordPorts,
  type RecordedFile,
} from '../decide/keep-record.ts';
import { findingOf } from './search-upload.ts';

/** States of a row that may still be sent, or only knows of a record elsewhere. */
const UNSENT: ReadonlySet<FileState> = new Set(['ready', 'checking', 'held', 'duplicate']);

/**
 * The upload is this file on the service. `by`: how it was recognised; null when the service itself said so. If a
 * person had the content sent again meanwhile, the record wins as long as no byte of the second upload has left; after
 * that both are in the ledger.
 */
export function applyRecorded(
  ports: KeepRecordPorts,
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
  if (record !== null) applyServiceStatus(ports, record.id, found);
  transitions.decideDuplicates(contentId, ['ready', 'checking']);
}

/**
 * Keeps the result of a search. Once the search has ended, the file awaits a decision; one that was kept as unknown does
 * so again when a search finds something new.
 */
export function keepFinding(
  { state, transitions }: KeepRecordPorts,
  job: UploadJobRow,
  finding: UploadFinding,
  lookedAtMs: number,
): void {
  const before = findingOf(job);
  state.uploads.noteLook(job.id, { atMs: lookedAtMs, finding: JSON.stringify(finding) });
  const row = state.files.get(job.fileId);
  if (row?.state !== 'confirming' || finding.kind === 'looking') return;
  if (row.hold === null || finding.kind !== before.kind) {
    transitions.move(row, 'confirming', { hold: 'undecided' });
  }
}

/**
 * Ends an upload without a known result so that its content is sent again. It counts as spent for ever. The platform is
 * asked about the content again where the folder's rule requires it: a first upload that did arrive is then found before
 * anything is spent.
 */
export function sendAgain(
  { state, transitions }: KeepRecordPorts,
  job: UploadJobRow,
  by: GivenUpBy,
): void {
  state.uploads.move(job.id, { type: 'given-up', by });
  state.contents.forgetNegativeAnswer(job.contentId);
  const row = state.files.get(job.fileId);
  if (row?.state === 'confirming') transitions.decide(transitions.move(row, 'ready'));
  transitions.decideDuplicates(job.contentId, []);
}
