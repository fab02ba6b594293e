/** What shows a file follows its deletion, in the transaction that knows of it. The ledger keeps the record. */
import type { ChangeIntent } from '../../src-shared/model/change.ts';
import type { Clock } from '../ports/clock.ts';
import type { State } from '../state/state.ts';
import { makeFileDesk } from '../sync/file-desk.ts';

type Deletion = Extract<ChangeIntent, { kind: 'delete-file' }>;

/** Opens the record again, so that runs ask for its status until it is `Deleted`. */
export function makeFollowDeletion(state: State, clock: Clock): (deletion: Deletion) => void {
  const desk = makeFileDesk(state, { nowMs: () => clock.nowMs(), announce: () => undefined });
  return ({ projectId, visibility, fileId }) => {
    const record = state.records.withFileId(fileId);
    if (record?.projectId !== projectId || record.visibility !== visibility) return;
    state.records.setStatus(record.id, 'PendingDeletion', null);
    desk.followRecord(record.id, 'PendingDeletion');
  };
}
