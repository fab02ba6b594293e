/**
 * Doubts a confirmation whose id names no record of this upload: long after it, a list that was read to its end does not
 * show the id, and none ever did, or a list shows that it is the record of another file. The upload then has an unknown result, and its record is searched for as after a lost answer.
 */
import { writeReceivedNote } from '../../../src-shared/model/files/upload-evidence.ts';
import { DAY_MS, isoFromMs, msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { NotedTimes } from '../../platform/waiting.ts';
import { destinationKey, type RemoteFile } from '../common/ports.ts';
import type { UploadedQuirk } from '../common/service-quirks.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import { lastNotedMs, receivedFor, sendingTime } from './search-upload.ts';

/** A confirmation is evidence: lists may be later than after a lost answer, and nothing is at stake but the certificate. */
const LATEST_LIST_MS = DAY_MS;

interface OtherFacts {
  /** The signed-in user; null: not known. */
  readonly ownerId: string | null;
  readonly uploadedQuirk: UploadedQuirk | null;
  readonly state: State;
}

interface DoubtPorts {
  readonly state: State;
  readonly transitions: Pick<FileTransitions, 'move' | 'decide' | 'decideDuplicates'>;
}

/**
 * `begunMonotonicMs`: when the complete list that lacks `record` was begun. True when its upload is in doubt now. Belongs
 * in a transaction.
 */
export function doubtConfirmation(
  ports: DoubtPorts & { readonly times: NotedTimes },
  record: LedgerRecord,
  begunMonotonicMs: number,
): boolean {
  const { state, times } = ports;
  const job = confirmedJob(record, state);
  if (job === null) return false;
  if (state.listedFiles.wasListed(record, record.fileId)) return false; // gone since: that is no wrong id
  const answeredAtMs = answeredAt(job, record, state);
  const notedMs = Math.max(lastNotedMs(job, state), answeredAtMs);
  if (times.at(job.id, notedMs, begunMonotonicMs) < answeredAtMs + LATEST_LIST_MS) return false;
  return doubt(ports, record, job, {});
}

/**
 * The list shows that the id belongs to somebody else's file, to one that was there before this one was sent, or to another
 * upload of this account: answers to uploads at the same moment may be swapped.
 */
export function isOfAnother(
  record: LedgerRecord,
  file: Pick<RemoteFile, 'ownerId' | 'name' | 'uploadedIso'>,
  { ownerId, uploadedQuirk, state }: OtherFacts,
): boolean {
  const job = confirmedJob(record, state);
  if (job === null) return false;
  const isForeign = file.ownerId !== '' && ownerId !== null && file.ownerId !== ownerId;
  const wasThere = isForeign || state.listedFiles.wasListedBefore(job, record.fileId);
  return wasThere || isOfOtherUpload(job, file, { uploadedQuirk, state });
}

/**
 * Of records at one destination whose status is not known yet: those that the list shows with each other's names, or with that
 * of an upload whose id was another's, since a list may show one of two later. A service that writes names in its own way shows
 * one of two as it was sent.
 */
export function namedLikeOthers(
  records: readonly LedgerRecord[],
  shown: ReadonlyMap<string, Pick<RemoteFile, 'name'>>,
  state: State,
): ReadonlySet<LedgerRecord> {
  const shownName = ({ fileId }: LedgerRecord) => shown.get(fileId)?.name.normalize();
  const misnamed = records.filter((record) => shownName(record) !== record.name.normalize());
  const places = new Set(records.map(destinationKey));
  const known = state.uploads.withOutcome('unknown').filter((job) => {
    const received = places.has(destinationKey(job)) ? receivedFor(job) : null;
    return received?.kind === 'confirmation' && received.isOfAnother === true;
  });
  const others = [...misnamed, ...known];
  const names = new Set<string | undefined>(others.map(({ name }) => name.normalize()));
  const isOthers = (record: LedgerRecord) => names.has(shownName(record));
  return new Set(misnamed.filter((each) => isOthers(each) && confirmedJob(each, state) !== null));
}

/** It has the time that another upload was given, and of names that differ the other's: see `compareTime`. */
function isOfOtherUpload(
  job: UploadJobRow,
  { name, uploadedIso }: Pick<RemoteFile, 'name' | 'uploadedIso'>,
  { uploadedQuirk, state }: Pick<OtherFacts, 'uploadedQuirk' | 'state'>,
): boolean {
  const gotMs = msFromIso(uploadedIso);
  const other = gotMs === null ? null : state.uploads.sentAs(isoFromMs(gotMs));
  if (gotMs === null || other === null || other.id === job.id) return false;
  if (uploadedQuirk === 'exact') return true;
  const shown = name.normalize();
  const isNamedSo = shown === other.name.normalize() && shown !== job.name.normalize();
  return gotMs % SECOND_MS !== 0 && isNamedSo;
}

/** Doubts a confirmation whose id `isOfAnother`. True when its upload is in doubt now. Belongs in a transaction. */
export function doubtOther(ports: DoubtPorts, record: LedgerRecord): boolean {
  const job = confirmedJob(record, ports.state);
  return job !== null && doubt(ports, record, job, { isOfAnother: true });
}

/** The upload that was answered with the id of this record; null: a list has shown that it is its own. */
function confirmedJob(record: LedgerRecord, { uploads }: State): UploadJobRow | null {
  const job = uploads.ofRecord(record.id);
  return job === null || job.recordedBy !== null ? null : job;
}

function answeredAt(job: UploadJobRow, record: LedgerRecord, state: State): number {
  return Math.max(sendingTime(job, state).endedAtMs, record.receivedAtMs);
}

function doubt(
  { state, transitions }: DoubtPorts,
  record: LedgerRecord,
  job: UploadJobRow,
  why: { readonly isOfAnother?: true },
): boolean {
  const { uploads, files, records } = state;
  const shown = files.withRecord(record.id);
  const standing = shown.filter((row) => row.state === 'recording');
  const own = standing.find(({ id }) => id === job.fileId) ?? standing[0]; // or it was renamed since
  const copies = shown.filter((row) => row.state === 'duplicate');
  const gone = shown.filter((row) => row.state === 'missing');
  if (own === undefined || 1 + copies.length + gone.length < shown.length) return false;
  if (uploads.live(record.contentId, record.projectId, record.visibility) !== null) return false;
  const received = { kind: 'confirmation', fileId: record.fileId, ...why } as const;
  const answeredAtMs = answeredAt(job, record, state);
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
