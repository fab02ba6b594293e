/**
 * Updates what shows a file after its deletion, in the transaction that records the deletion. The ledger keeps the
 * record.
 */
import type { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';

type Deletion = Extract<ChangeIntent, { kind: 'delete-file' }>;

export interface FollowDeletionPorts {
  readonly transitions: FileTransitions;
  /** An idle run has something to request. */
  readonly onOpened: () => void;
}

/** Reopens the record, so that runs request its status until it is `Deleted`. */
export function makeFollowDeletion(
  state: State,
  { transitions, onOpened }: FollowDeletionPorts,
): (deletion: Deletion) => void {
  return ({ projectId, visibility, fileId }) => {
    const record = state.records.withFileId(fileId);
    if (record?.projectId !== projectId || record.visibility !== visibility) return;
    state.records.setStatus(record.id, 'PendingDeletion', null);
    transitions.followRecord(record.id, 'PendingDeletion');
    state.afterCommit(onOpened);
  };
}
