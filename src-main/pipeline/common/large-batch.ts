/**
 * More new files of a folder than a person can have meant to bring at once: a restored disk, a changed time zone, a tree
 * copied to the wrong place. None of them is paid for before a person approved it, one by one or all together, whatever
 * budget or option there is. The folder keeps the number of the last of them, and a file keeps its number when it is
 * written again: so neither time nor a new content lets one slip through.
 */
import { LARGE_BATCH_FILES } from '../../../src-shared/model/money/spend-limits.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import { type FileScope, UNSENT_STATES } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';

const UNSENT: ReadonlySet<string> = new Set(UNSENT_STATES);

/**
 * Looks after each scan and before anything is paid for. All that nobody sent or approved counts, whatever it waits for: a
 * batch is found while its first files are ready, and none comes piece by piece out of a pause. Files named one by one are
 * never too many.
 */
export function noteLargeBatches(
  state: State,
  scope: FileScope,
  mostFiles = LARGE_BATCH_FILES,
): void {
  if (scope.fileIds !== undefined) return;
  const counts = state.files.counts().filter((count) => UNSENT.has(count.state));
  for (const { id, largeBatchUntilId } of state.folders.watched()) {
    if ((scope.folderId ?? id) !== id) continue;
    // From the counters first: a million files that were notarized cost nothing.
    const unsent = counts.reduce(
      (sum, { folderId, files }) => sum + (folderId === id ? files : 0),
      0,
    );
    if (unsent <= mostFiles || state.files.countUnseen(id, largeBatchUntilId, 1) === 0) continue;
    if (state.files.countUnseen(id, 0, mostFiles + 1) > mostFiles) state.folders.noteLargeBatch(id);
  }
}

/** It came in a large batch, and nobody has approved these bytes of it. */
export function awaitsLook(
  { folders, approvals }: State,
  { id, folderId, contentId }: FileRow,
  isApproved = () => contentId !== null && approvals.of(id, contentId).size > 0,
): boolean {
  return id <= (folders.get(folderId)?.largeBatchUntilId ?? 0) && !isApproved();
}
