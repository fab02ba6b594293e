/** The account's money, as a person asks about it: balance, limits, approvals, history, forecast. Nothing here spends. */
import type { Forecast } from '../../../src-shared/model/money/credit-views.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
  readHoldNote,
  type SpendLimits,
} from '../../../src-shared/model/money/spend-limits.ts';
import type { RemoteRecords } from '../../pipeline/common/ports.ts';
import { forecastCredits } from './credit-forecast.ts';
import {
  type CreditHistoryReader,
  type HistoryParts,
  makeCreditHistory,
} from './credit-history.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Clock } from '../../platform/clock.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { makeFileDesk } from '../../pipeline/decide/file-transitions.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';

export interface Credits extends SpendApproval {
  /** Read now. */
  balance(signal: AbortSignal): Promise<Result<number, CoreFault>>;
  /** The last one that was read, without asking; null: none was. */
  lastBalance(): { readonly credits: number; readonly atMs: number } | null;
  /** The last balance that was read; null before the first. */
  known(): number | null;
  limits(): SpendLimits;
  /** Null lifts a limit; what is not named stays. */
  changeLimits(limits: Partial<SpendLimits>): SpendLimits;
  forecast(signal: AbortSignal): Promise<Forecast>;
  readonly history: CreditHistoryReader;
}

export interface CreditParts extends HistoryParts {
  readonly remote: RemoteRecords;
}

export function makeCredits(parts: CreditParts): Credits {
  const { state, remote } = parts;
  return {
    ...makeSpendApproval(parts),
    balance: (signal) => remote.balance(signal),
    lastBalance() {
      const latest = state.balances.get('latest');
      return latest === null ? null : { credits: latest.credits, atMs: latest.readAtMs };
    },
    known: () => state.balances.get('latest')?.credits ?? null,
    limits: () => state.spendLimits.get(),
    changeLimits(limits) {
      state.spendLimits.change(limits);
      return state.spendLimits.get();
    },
    forecast: (signal) => forecastCredits(parts, signal),
    history: makeCreditHistory(parts),
  };
}

/**
 * Lifts holds that a person may lift. It never spends: the next run offers the price of what was lifted and asks for
 * the money.
 */
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

type SpendApproval = ReturnType<typeof makeSpendApproval>;
