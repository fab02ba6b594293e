/** Counts of files by where they stand: ready files are two kinds, those whose price needs no further approval and the others. */
import type { StateCount } from '../../../src-shared/model/status/account-status.ts';
import type { ApprovedCount, FileCount } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { goesByItself } from '../credits/spend-offers.ts';

export interface StandingCount extends FileCount {
  /** Of ready files alone. */
  readonly isApproved?: boolean;
}

/** Of files of active folders. */
export function standingCounts(state: State): readonly StandingCount[] {
  const approved = state.approvals.readyCounts();
  const isActive = ({ folderId }: FileCount) => state.folders.get(folderId) !== null;
  return state.files
    .counts()
    .filter(isActive)
    .flatMap((count) => splitByApproval(state, count, approved));
}

export function splitByApproval<Count extends FileCount>(
  state: State,
  count: Count,
  approvals: readonly ApprovedCount[],
): readonly (Count & StandingCount)[] {
  if (count.state !== 'ready') return [count];
  const folder = state.folders.get(count.folderId);
  if (folder !== null && folder.largeBatchUntilId === 0 && goesByItself(folder))
    return [{ ...count, isApproved: true }];
  let [files, bytes] = [0, 0];
  for (const approval of approvals) {
    if (approval.folderId !== count.folderId) continue;
    files += approval.files;
    bytes += approval.bytes;
  }
  return [
    { ...count, isApproved: true, files, bytes },
    { ...count, isApproved: false, files: count.files - files, bytes: count.bytes - bytes },
  ].filter((part) => part.files > 0);
}

/** Those of all folders together. */
export function sumByState(all: readonly StandingCount[]): readonly StateCount[] {
  const counts = new Map<string, StateCount>();
  for (const { state, hold, isApproved, files, bytes } of all) {
    const key = `${state} ${hold ?? ''} ${isApproved ?? ''}`;
    const standing = { state, hold, ...(isApproved === undefined ? {} : { isApproved }) };
    const sum = counts.get(key) ?? { ...standing, files: 0, bytes: 0 };
    counts.set(key, { ...sum, files: sum.files + files, bytes: sum.bytes + bytes });
  }
  return [...counts.values()];
}
