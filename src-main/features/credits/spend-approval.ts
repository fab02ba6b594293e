/**
 * Lifts holds that a person may lift. It never spends: the next run offers the price of what was lifted and asks for
 * the money.
 */
import {
  APPROVAL_KINDS,
  readHoldNote,
  type ApprovalKind,
} from '../../../src-shared/model/money/spend-limits.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { makeFileDesk } from '../../pipeline/decide/file-transitions.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';

export function makeSpendApproval({
  state,
  clock,
}: {
  readonly state: State;
  readonly clock: Clock;
}) {
  const nowMs = () => clock.nowMs();
  const desk = makeFileDesk(state, { nowMs, announce: () => undefined });

  function lift(file: FileRow, what: ApprovalKind): void {
    const { id: fileId, contentId } = file;
    if (contentId === null) throw new Error(`file ${fileId} has no fingerprint`);
    state.approvals.give({ fileId, what, contentId, givenAtMs: nowMs() });
    desk.decide(file);
  }

  return {
    /** All of these rows or none. Returns how many files each kind of approval lifted. */
    approve(fileIds: readonly number[]): Result<ReadonlyMap<ApprovalKind, number>, CoreFault> {
      const rows = [...new Set(fileIds)].flatMap((id) => state.files.get(id) ?? []);
      const wrong = rows.find((row) => approvable(row) === null);
      if (wrong !== undefined) {
        const { state: fileState, hold } = wrong;
        return fail({ kind: 'cannot-approve', path: desk.pathOf(wrong), state: fileState, hold });
      }
      return ok(state.transaction(() => approveRows(rows)));
    },

    /** Every file that waits for this approval. */
    approveAll(kind: ApprovalKind): ReadonlyMap<ApprovalKind, number> {
      const waiting = kind === 'duplicate' ? 'duplicate' : 'held';
      return state.transaction(() => {
        const rows = [...eachIn(state, [waiting])].filter((row) => approvable(row) === kind);
        return approveRows(rows);
      });
    },
  };

  function approveRows(rows: readonly FileRow[]): ReadonlyMap<ApprovalKind, number> {
    const lifted = new Map<ApprovalKind, number>();
    for (const row of rows) {
      const what = approvable(row);
      if (what === null) continue;
      lift(row, what);
      lifted.set(what, (lifted.get(what) ?? 0) + 1);
    }
    return lifted;
  }
}
/**
 * Null: there is nothing about this row that an approval could lift. A review without a reason of ours is somebody
 * else's: it ends by their way.
 */
function approvable(file: FileRow): ApprovalKind | null {
  if (file.contentId === null) return null;
  if (file.hold === 'review' && readHoldNote(file.message) === null) return null;
  const what = file.state === 'held' ? file.hold : file.state;
  return APPROVAL_KINDS.find((kind) => kind === what) ?? null;
}

export type SpendApproval = ReturnType<typeof makeSpendApproval>;
