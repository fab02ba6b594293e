/** Which records of a content count, and which rows show them. Reads the ledger and the rows; decides nothing. */
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import type { KnownRecord } from './plan-content.ts';
import { stateOfStatus } from '../common/state-of-status.ts';
import { SHOWING } from '../../../src-shared/model/files/file-state.ts';

export type KnownRecords = ReturnType<typeof makeKnownRecords>;

export function makeKnownRecords({ files, records }: Pick<State, 'files' | 'records'>) {
  function isShownElsewhere(recordId: number, exceptFileId: number): boolean {
    return files.withRecord(recordId, SHOWING, 2).some((row) => row.id !== exceptFileId);
  }

  /** All that count, as one row sees them. */
  function of(contentId: number, exceptFileId: number): readonly KnownRecord[] {
    const counting = records.withContent(contentId).filter((record) => !isGivenUp(record));
    return counting.map(({ id, projectId, visibility, status, settledAtMs }) => {
      const isElsewhere = isShownElsewhere(id, exceptFileId);
      return { id, projectId, visibility, status, settledAtMs, isShownElsewhere: isElsewhere };
    });
  }

  return {
    of,
    isShownElsewhere,

    /** The record that a row keeps showing; null: it shows none, or another record has replaced it. */
    shownBy(recordId: number | null, others: readonly KnownRecord[]): LedgerRecord | null {
      const record = recordId === null ? null : records.get(recordId);
      return record !== null && isGivenUp(record) && others.length > 0 ? null : record;
    },

    /** A copy that could show a record itself; null when there is none, or another row shows it already. */
    heirOf(recordId: number, exceptFileId: number) {
      const copy = isShownElsewhere(recordId, exceptFileId) ? null : files.copyInPlaceOf(recordId);
      return copy === null ? null : { copy, recordId };
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
