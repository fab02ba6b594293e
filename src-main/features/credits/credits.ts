/**
 * The account's money, as a person asks about it: balance, limits, approvals, history, forecast. Nothing here spends.
 */
import { contentDestinationKey } from '../../pipeline/common/destination-key.ts';
import type { Forecast } from '../../../src-shared/model/money/credit-views.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
  readHoldNote,
  type SpendLimits,
} from '../../../src-shared/model/money/spend-limits.ts';
import { type HistoryParts, makeCreditHistory } from './credit-history.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';
import { changeCredits } from '../../../src-shared/model/changes/change.ts';
import { DAY_MS, startOfUtcDayMs, startOfUtcMonthMs } from '../../../src-shared/model/text/time.ts';
import { budgetsLeft } from '../../pipeline/spend/budgets.ts';
import { type Candidate, planSpend } from '../../pipeline/spend/plan-spend.ts';
import type { AccountPorts } from '../../pipeline/common/account-ports.ts';

export type Credits = ReturnType<typeof makeCredits>;

export interface CreditParts extends Pick<AccountPorts, 'transitions' | 'remote'>, HistoryParts {}

/** Name of the preference. */
const SENDS_AGAIN = 'sends-again';

export function makeCredits(parts: CreditParts) {
  const { state, remote } = parts;
  return {
    ...makeSpendApproval(parts),
    /** Read now. */
    balance: (signal: AbortSignal): Promise<Result<number, CoreFault>> => remote.balance(signal),
    /** The last balance that was read, without a request; null: none was. */
    lastBalance(): { readonly credits: number; readonly atMs: number } | null {
      const latest = state.balances.get('latest');
      return latest === null ? null : { credits: latest.credits, atMs: latest.readAtMs };
    },
    /** The last balance that was read; null before the first. */
    known: () => state.balances.get('latest')?.credits ?? null,
    limits: () => state.spendLimits.get(),
    /** Null removes a limit; limits that are not named stay. */
    changeLimits(limits: Partial<SpendLimits>) {
      state.spendLimits.change(limits);
      return state.spendLimits.get();
    },
    /** Whether an upload with neither record nor charge is sent again without asking, once. */
    sendsAgain: () => state.preferences.get(SENDS_AGAIN) === 'yes',
    setSendsAgain: (isOn: boolean) => state.preferences.set(SENDS_AGAIN, isOn ? 'yes' : 'no'),
    forecast: (signal: AbortSignal) => forecastCredits(parts, signal),
    history: makeCreditHistory(parts),
  };
}

/**
 * Lifts holds that a person may lift. It never spends: the next run offers the price of the released files and asks for
 * approval.
 */
export function makeSpendApproval({
  state,
  transitions,
  clock,
}: Pick<AccountPorts, 'state' | 'transitions' | 'clock'>) {
  function lift(file: FileRow, what: ApprovalKind): void {
    const { id: fileId, contentId } = file;
    if (contentId === null) throw new Error(`file ${fileId} has no fingerprint`);
    state.approvals.give({ fileId, what, contentId, givenAtMs: clock.nowMs() });
    // The list that called it deleted may have been wrong, and somebody may have notarized it since.
    if (what === 'record_deleted') state.contents.forgetNegativeAnswer(contentId);
    transitions.decide(file);
  }

  return {
    /** Lifts the holds of all these rows or of none. Returns the number of files for each kind of approval. */
    approve(fileIds: readonly number[]): Result<ReadonlyMap<ApprovalKind, number>, CoreFault> {
      const rows = [...new Set(fileIds)].flatMap((id) => state.files.get(id) ?? []);
      const wrong = rows.find((row) => approvable(row) === null);
      if (wrong !== undefined) {
        const { state: fileState, hold } = wrong;
        return fail({
          kind: 'cannot-approve',
          path: transitions.pathOf(wrong),
          state: fileState,
          hold,
        });
      }
      return ok(
        state.transaction(() => {
          const lifted = new Map<ApprovalKind, number>();
          for (const row of rows) {
            const what = approvable(row);
            if (what === null) continue;
            lift(row, what);
            lifted.set(what, (lifted.get(what) ?? 0) + 1);
          }
          return lifted;
        }),
      );
    },

    /** Those of these rows that await an approval, in the order of their numbers. */
    awaiting: (fileIds: readonly number[]): readonly FileRow[] =>
      [...eachIn(state, ['held', 'duplicate'], { fileIds })].filter(
        (row) => approvable(row) !== null,
      ),
  };
}

/**
 * Null: an approval cannot lift anything for this row. A review without a reason of ours belongs to another feature,
 * which also ends it.
 */
function approvable(file: FileRow): ApprovalKind | null {
  if (file.contentId === null) return null;
  if (file.hold === 'review' && readHoldNote(file.message) === null) return null;
  const what = file.state === 'held' ? file.hold : file.state;
  return APPROVAL_KINDS.find((kind) => kind === what) ?? null;
}

const RATE_DAYS = 7;
const MIN_RATE_DAYS = 5; // with fewer days a rate would be a guess

type ForecastParts = Pick<CreditParts, 'state' | 'transitions' | 'remote'>;

/**
 * How far the credits go: balance, committed spending, waiting files, and how long the balance lasts. Spends nothing.
 */
async function forecastCredits(
  { state, transitions, remote }: ForecastParts,
  signal: AbortSignal,
): Promise<Forecast> {
  const read = await remote.balance(signal);
  const latest = state.balances.get('latest');
  const balance = latest?.credits ?? null;
  const nowMs = state.bookNowMs();
  const reserved = state.charges.reserved();
  const queue = queueOf(state, transitions);
  const queuedCredits = sumOf(queue);
  const waiting = state.changes.inState('waiting').map(({ intent }) => changeCredits(intent));
  const waitingCredits = waiting.reduce((sum, credits) => sum + credits, 0);
  const limits = state.spendLimits.get();
  const spoken = reserved + state.balances.unshown(nowMs);
  const usable = balance === null ? null : balance - spoken - (limits.floor ?? 0);
  const fits = planSpend(queue, {
    balance: balance === null ? null : balance - spoken,
    floor: limits.floor,
    ceiling: null,
    budgets: budgetsLeft(state, nowMs),
  });
  return {
    balance,
    balanceAtMs: latest?.readAtMs ?? null,
    fault: read.ok ? null : read.fault,
    reserved,
    queuedFiles: queue.length,
    queuedCredits,
    waitingChanges: waiting.length,
    waitingCredits,
    available: usable === null ? null : usable - queuedCredits - waitingCredits,
    fits: { files: fits.go.length, credits: fits.credits },
    spentToday: state.charges.spentSince(startOfUtcDayMs(nowMs)),
    spentThisMonth: state.charges.spentSince(startOfUtcMonthMs(nowMs)),
    limits,
    lastsDays: usable === null ? null : lastsDays(state, usable - waitingCredits, nowMs),
    folders: state.folders.watched().map(({ id, path, budgetCredits }) => {
      const own = queue.filter(({ folderId }) => folderId === id);
      return {
        id: String(id),
        path,
        queuedFiles: own.length,
        queuedCredits: sumOf(own),
        spentCredits: state.charges.spentIn(id),
        budgetCredits,
      };
    }),
  };
}

function waitsForMoney({ state, hold }: FileRow): boolean {
  return state !== 'held' || hold === 'credits' || hold === 'balance_unknown' || hold === 'budget';
}

/** Files that only money or an approval keeps from being sent. */
function queueOf(state: State, transitions: FileTransitions): readonly Candidate[] {
  const queue = new Map<string, Candidate>();
  for (const file of eachIn(state, ['ready', 'held'])) {
    if (file.contentId === null || !waitsForMoney(file)) continue;
    const place = contentDestinationKey(file.contentId, transitions.assignmentOf(file));
    if (queue.has(place)) continue;
    const isAllowed = state.approvals.of(file.id, file.contentId).has('budget');
    const { credits } = transitions.priceOf(file);
    queue.set(place, { id: file.id, folderId: file.folderId, credits, isAllowed });
  }
  return [...queue.values()];
}

function lastsDays(state: State, credits: number, nowMs: number): number | null {
  const todayMs = startOfUtcDayMs(nowMs);
  const first = state.charges.spentDays(0)[0];
  if (first === undefined || todayMs - first.day * DAY_MS < (MIN_RATE_DAYS - 1) * DAY_MS) {
    return null;
  }
  const fromMs = Math.max(first.day * DAY_MS, todayMs - (RATE_DAYS - 1) * DAY_MS);
  const days = (todayMs - fromMs) / DAY_MS + 1;
  const spent = state.charges.spentDays(fromMs).reduce((sum, { credits: onDay }) => sum + onDay, 0);
  return spent === 0 ? null : Math.max(0, Math.floor((credits * days) / spent));
}

function sumOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { credits }) => sum + credits, 0);
}
