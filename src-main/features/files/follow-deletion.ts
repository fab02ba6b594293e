/** What shows a file follows its deletion, in the transaction that knows of it. The ledger keeps the record. */
import type { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import { makeFileTransitions } from '../../pipeline/decide/file-transitions.ts';
import type { Announce } from '../../pipeline/common/ports.ts';

type Deletion = Extract<ChangeIntent, { kind: 'delete-file' }>;

export interface FollowDeletionPorts {
  readonly clock: Clock;
  /** Rows moved. */
  readonly announce: Announce;
  /** A run that is at rest has something to ask for. */
  readonly onOpened: () => void;
}

/** Opens the record again, so that runs ask for its status until it is `Deleted`. */
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
