/**
 * Records: keeps in journal and ledger what the service recorded, each function in its caller's transaction, and tells which
 * records of a content count.
 */
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { Recognition, UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { stateOfStatus } from '../common/list-project-files.ts';
import type { AccountPorts, RemoteFile } from '../common/ports.ts';
import { msFromIso, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { State } from '../../db/state.ts';
import type { KnownRecord } from './plan-content.ts';
import { type FileState, SHOWING } from '../../../src-shared/model/files/file-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import {
  identityFromKey,
  inodeKey,
  isRenamed,
  isStillThatFile,
} from '../../platform/disk/file-identity.ts';

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

/** Its bytes are known, and nothing of it is sent yet. */
const WAITING: readonly FileState[] = ['checking', 'ready', 'held', 'failed'];

type PlacedFile = Pick<FileRow, 'folderId' | 'identity'>;

export type KnownRecords = ReturnType<typeof makeKnownRecords>;

/** Which records of a content count, and which rows show them. Reads the ledger and the rows; decides nothing. */
export function makeKnownRecords({ files, records }: Pick<State, 'files' | 'records'>) {
  function shownInsteadOf(recordId: number, exceptFileId: number): FileRow | null {
    return files.withRecord(recordId, SHOWING, 2).find((row) => row.id !== exceptFileId) ?? null;
  }

  /** Rows of the same folder, in these states, of the very file under another name, whose present bytes are known. */
  function sameFiles(file: FileRow, states: readonly FileState[]): readonly FileRow[] {
    const { id, folderId, contentId, identity } = file;
    if (contentId === null) return [];
    return files
      .withContent(contentId, states)
      .filter(
        (other) =>
          other.id !== id && other.folderId === folderId && isRenamed(other.identity, identity),
      );
  }

  /** All that count, as one row sees them. */
  function of(contentId: number, exceptFileId: number): readonly KnownRecord[] {
    const counting = records.withContent(contentId).filter((record) => !isGivenUp(record));
    return counting.map(({ id, projectId, visibility, status, settledAtMs }) => {
      const isElsewhere = shownInsteadOf(id, exceptFileId) !== null;
      return { id, projectId, visibility, status, settledAtMs, isShownElsewhere: isElsewhere };
    });
  }

  /** Its record is of other bytes than it was found to have. */
  function isOfOtherBytes({ recordId, contentId }: FileRow): boolean {
    const isKnown = recordId !== null && contentId !== null;
    return isKnown && records.get(recordId).contentId !== contentId;
  }

  /** The row that shows the record of this one as the same inode under another name. */
  function shownByInode({ id, folderId, recordId, identity }: FileRow): FileRow | null {
    const there = files
      .withInodes([inodeKey(identity)])
      .filter((other) => other.id !== id && other.folderId === folderId);
    return there.find((other) => other.recordId === recordId && other.state !== 'missing') ?? null;
  }

  /** Rows that show a record, and were last seen as the inode of this file, which shows none, with other bytes. */
  function formerNames({ folderId, identity }: PlacedFile): readonly FileRow[] {
    return files
      .withInodes([inodeKey(identity)])
      .filter((other) => other.folderId === folderId && !isRenamed(other.identity, identity));
  }

  /** Those of these files, which show no record, that may be notarized ones under another name, edited: their times of birth tell. */
  function maybeEdited<File extends PlacedFile>(seen: readonly File[]): readonly File[] {
    const inodes = seen.map(({ identity }) => inodeKey(identity));
    const shown = new Set(files.withInodes(inodes).map(({ identity }) => inodeKey(identity)));
    if (shown.size === 0) return [];
    return seen.filter(
      (file) => shown.has(inodeKey(file.identity)) && formerNames(file).length > 0,
    );
  }

  /**
   * What a file was called that was changed after it was notarized; null: it has no such name. `birthtimeNs` of the file as
   * it is now, in ns since 1970; null: not known.
   */
  function renamedFrom(file: FileRow, birthtimeNs: bigint | null): FileRow | null {
    const changed = sameFiles(file, ['missing']).find(isOfOtherBytes);
    if (changed !== undefined || birthtimeNs === null) return changed ?? null;
    const now = identityFromKey(file.identity);
    const edited = formerNames(file).find(({ recordId, identity }) => {
      const isOther = recordId !== null && records.get(recordId).contentId !== file.contentId;
      return isOther && isStillThatFile(identityFromKey(identity), now, birthtimeNs);
    });
    return edited ?? null;
  }

  return {
    of,
    maybeEdited,
    renamedFrom,
    /** The row that shows this record, besides this one; null when none does. */
    shownInsteadOf,
    sameFiles,
    isOfOtherBytes,

    /** What a file that was changed after it was notarized is called now, if that is known; else null. */
    renamedTo: (file: FileRow): FileRow | null =>
      sameFiles(file, WAITING).find(({ recordId }) => recordId === null) ?? null,

    shownByInode,

    /** The record that a row keeps showing; null: it shows none, or another record has replaced it. */
    shownBy(recordId: number | null, others: readonly KnownRecord[]): LedgerRecord | null {
      const record = recordId === null ? null : records.get(recordId);
      return record !== null && isGivenUp(record) && others.length > 0 ? null : record;
    },

    /** Rows that show an abandoned record although a newer one exists. */
    overtaken(contentId: number) {
      if (of(contentId, 0).length === 0) return [];
      return files
        .withContent(contentId, ['record_error'])
        .filter(({ recordId }) => recordId !== null && isGivenUp(records.get(recordId)));
    },
  };
}

/**
 * Not written to the chain, and uploaded again since: it counts for nothing, unless the service writes it after all.
 */
function isGivenUp({ givenUpAtMs, status }: LedgerRecord): boolean {
  return givenUpAtMs !== null && stateOfStatus(status) === 'record_error';
}
