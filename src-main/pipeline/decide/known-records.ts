/** Which records of a content count, and which rows show them. Reads the ledger and the rows; decides nothing. */
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { KnownRecord } from './plan-content.ts';
import { stateOfStatus } from '../common/state-of-status.ts';
import { type FileState, SHOWING } from '../../../src-shared/model/files/file-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { isRenamed } from '../../platform/disk/file-identity.ts';

/** Its bytes are known, and nothing of it is sent yet. */
const WAITING: readonly FileState[] = ['checking', 'ready', 'held', 'failed'];

export type KnownRecords = ReturnType<typeof makeKnownRecords>;

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

  return {
    of,
    /** The row that shows this record, besides this one; null when none does. */
    shownInsteadOf,
    sameFiles,
    isOfOtherBytes,

    /** What a file that was changed after it was notarized is called now, if that is known; else null. */
    renamedTo: (file: FileRow): FileRow | null =>
      sameFiles(file, WAITING).find(({ recordId }) => recordId === null) ?? null,

    /** What a file was called that was changed after it was notarized, and is not there any more; null: it has no such name. */
    renamedFrom: (file: FileRow): FileRow | null =>
      sameFiles(file, ['missing']).find(isOfOtherBytes) ?? null,

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
