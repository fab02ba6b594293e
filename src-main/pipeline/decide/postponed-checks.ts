/**
 * Files whose path shows something other than their row while their upload is under way, which alone decides about them.
 * As soon as it has ended, the disk counts again: they are checked once more.
 */
import type { FileRow } from '../../db/files/file-repository.ts';
import { isOnItsWay } from './plan-path.ts';

export type PostponedChecks = ReturnType<typeof makePostponedChecks>;

export function makePostponedChecks() {
  const waiting = new Set<number>();
  let due: FileRow[] = [];
  return {
    postpone: (fileId: number) => void waiting.add(fileId),
    moved(row: FileRow) {
      if (!isOnItsWay(row) && waiting.delete(row.id)) due.push(row);
    },
    /** Those whose upload has ended since the last call. */
    takeDue(): readonly FileRow[] {
      const taken = due;
      due = [];
      return taken;
    },
  };
}
