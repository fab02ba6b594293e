/**
 * Doubts a confirmation whose id names no record: long after it, a list that was read to its end does not show the id,
 * and none ever did. The upload then has an unknown result, and its record is searched for as after a lost answer.
 */
import { writeReceivedNote } from '../../../src-shared/model/files/upload-evidence.ts';
import { DAY_MS } from '../../../src-shared/model/text/time.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { NotedTimes } from '../../platform/noted-time.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { lastNotedMs, sendingTime } from './search-upload.ts';

/** A confirmation is evidence: lists may be later than after a lost answer, and nothing is at stake but the certificate. */
const LATEST_LIST_MS = DAY_MS;

interface DoubtPorts {
  readonly state: State;
  readonly transitions: Pick<FileTransitions, 'move' | 'decide' | 'decideDuplicates'>;
  readonly times: NotedTimes;
}

/**
 * `begunMonotonicMs`: when the complete list that lacks `record` was begun. True when its upload is in doubt now. Belongs
 * in a transaction.
 */
export function doubtConfirmation(
  { state, transitions, times }: DoubtPorts,
  record: LedgerRecord,
  begunMonotonicMs: number,
): boolean {
  const { uploads, files, records } = state;
  const job = uploads.ofRecord(record.id);
  if (job === null || job.recordedBy !== null) return false; // a list has shown it
  if (state.listedFiles.wasListed(record, record.fileId)) return false; // gone since: that is no wrong id
  const answeredAtMs = Math.max(sendingTime(job, state).endedAtMs, record.receivedAtMs);
  const notedMs = Math.max(lastNotedMs(job, state), answeredAtMs);
  if (times.at(job.id, notedMs, begunMonotonicMs) < answeredAtMs + LATEST_LIST_MS) return false;
  const shown = files.withRecord(record.id);
  const standing = shown.filter((row) => row.state === 'recording');
  const own = standing.find(({ id }) => id === job.fileId) ?? standing[0]; // or it was renamed since
  const copies = shown.filter((row) => row.state === 'duplicate');
  const gone = shown.filter((row) => row.state === 'missing');
  if (own === undefined || 1 + copies.length + gone.length < shown.length) return false;
  if (uploads.live(record.contentId, record.projectId, record.visibility) !== null) return false;
  const received = { kind: 'confirmation', fileId: record.fileId } as const;
  uploads.move(job.id, { type: 'unlisted', received, fileId: own.id }, answeredAtMs);
  state.charges.firstWasNone(job.id);
  const message = writeReceivedNote(received);
  transitions.move(own, 'confirming', { recordId: null, message });
  gone.forEach((row) => files.forget(row));
  const waiting = copies.map((copy) => transitions.move(copy, 'ready'));
  records.remove(record.id);
  for (const copy of waiting) transitions.decide(copy);
  transitions.decideDuplicates(record.contentId, ['ready', 'checking']);
  return true;
}
