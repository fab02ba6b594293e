/**
 * Updates what shows a file after its deletion, in the transaction that records the deletion. The ledger keeps the
 * record.
 */
import type { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import { makeFileTransitions } from '../../pipeline/decide/file-transitions.ts';
import type { Announce } from '../../pipeline/common/ports.ts';

type Deletion = Extract<ChangeIntent, { kind: 'delete-file' }>;

export interface FollowDeletionPorts {
  readonly clock: Clock;
  /** Rows changed state. */
  readonly announce: Announce;
  /** An idle run has something to request. */
  readonly onOpened: () => void;
}

/** Reopens the record, so that runs request its status until it is `Deleted`. */
export function makeFollowDeletion(
  state: State,
  { clock, announce, onOpened }: FollowDeletionPorts,
): (deletion: Deletion) => void {
  const transitions = makeFileTransitions(state, { nowMs: () => clock.nowMs(), announce });
  return ({ projectId, visibility, fileId }) => {
    const record = state.records.withFileId(fileId);
    if (record?.projectId !== projectId || record.visibility !== visibility) return;
    state.records.setStatus(record.id, 'PendingDeletion', null);
    transitions.followRecord(record.id, 'PendingDeletion');
    state.afterCommit(onOpened);
  };
}
