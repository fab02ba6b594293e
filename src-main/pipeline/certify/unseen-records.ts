/** Says on the rows of records that cannot be seen, or whose status is not known, why they wait. Every function belongs in a transaction. */
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { State } from '../../db/state.ts';
import { listNote } from '../common/refusal.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';

export function makeUnseenRecords({
  state,
  transitions,
}: {
  readonly state: Pick<State, 'files'>;
  readonly transitions: Pick<FileTransitions, 'move'>;
}) {
  /** Records whose rows are known to say nothing. */
  const clear = new Set<number>();

  function write(records: readonly LedgerRecord[], message: string | null): void {
    for (const { id } of records) {
      if (message === null && clear.has(id)) continue;
      for (const row of state.files.withRecord(id, ['recording'])) {
        if (row.message !== message) transitions.move(row, 'recording', { message });
      }
      if (message === null) clear.add(id);
      else clear.delete(id);
    }
  }

  return {
    /** `fault`: the service's answer instead of the list; null: the list does not show them. */
    say(records: readonly LedgerRecord[], fault: ServiceFault | null): void {
      write(records, listNote('record-unseen', fault));
    },
    /** The list gives it a status that is not documented. */
    sayStatus(record: LedgerRecord, status: string): void {
      write([record], writeWaitNote({ waits: 'unknown-status', status }));
    },
    /** The list shows them. */
    clear(records: readonly LedgerRecord[]): void {
      write(records, null);
    },
  };
}
