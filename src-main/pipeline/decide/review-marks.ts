/** What a row says about its review by a person. Reads only. */
import { readHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';

type Approvals = Pick<State, 'approvals'>;

/** A person approved exactly these bytes under this path. */
export function isReviewed({ approvals }: Approvals, { id, contentId }: FileRow): boolean {
  return contentId !== null && approvals.of(id, contentId).has('review');
}

/** A file stopped by the spending guard stays stopped until a person approves it, however few others are left. */
export function isHeldByGuard(state: Approvals, file: FileRow): boolean {
  const why = file.hold === 'review' ? readHoldNote(file.message)?.why : undefined;
  return (why === 'many-files' || why === 'many-credits') && !isReviewed(state, file);
}
