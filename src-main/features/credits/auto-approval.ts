/**
 * What the engine may pay for without asking, while nobody watches: a folder to which a person gave a budget of its own,
 * up to that budget, and single files that a person agreed to. Everything else waits for a yes. The account's limits,
 * the floor and the brakes hold on top of this. Decides, spends nothing.
 */
import type { FileRow } from '../../db/files/file-repository.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import type { SpendPolicy } from '../../pipeline/run/sync-run.ts';

export function makeStandingPolicy(state: State): SpendPolicy {
  const allowance = {
    isAllowed: (file: FileRow) => isPaidFor(file, state),
    folderIds: () =>
      state.folders
        .watched()
        .filter(goesByItself)
        .map(({ id }) => id),
    fileIds: () => state.approvals.readyFileIds(),
  };
  return { spend: 'up-to', credits: null, allowance };
}

/** Whether an upload of this file needs no further word of a person. */
export function isPaidFor({ id, folderId, contentId }: FileRow, state: State): boolean {
  const folder = state.folders.get(folderId);
  if (folder === null || contentId === null) return false;
  if (goesByItself(folder)) return true;
  return state.approvals.of(id, contentId).size > 0;
}

function goesByItself({ budgetCredits, approveEach }: Folder): boolean {
  return budgetCredits !== null && !approveEach;
}
