/**
 * The account's money, as a person asks about it: balance, what waits for it, limits, approvals, history. Nothing here spends.
 */
import { contentDestinationKey, type AccountPorts } from '../../pipeline/common/ports.ts';
import type { CreditSummary } from '../../../src-shared/model/money/credit-views.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
  namesAll,
  type PassedLimit,
  type Passes,
  readHoldNote,
  SPEND_LIMITS,
  type SpendLimits,
} from '../../../src-shared/model/money/spend-limits.ts';
import { type HistoryParts, makeCreditHistory } from './credit-history.ts';
import { approvalOf } from './spend-offers.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import type { UnsentFile } from '../../db/files/hold-repository.ts';
import { ALL_FILES } from '../../db/files/file-scope.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { eachIn, eachInScope } from '../../pipeline/common/rows-in-state.ts';
import { changeCredits } from '../../../src-shared/model/changes/change.ts';
import { startOfUtcDayMs, startOfUtcMonthMs } from '../../../src-shared/model/text/time.ts';
import {
  balanceLeft,
  type Candidate,
  planSpend,
  budgetsLeft,
} from '../../pipeline/spend/plan-spend.ts';

export type Credits = ReturnType<typeof makeCredits>;

export interface CreditParts extends Pick<AccountPorts, 'transitions' | 'remote'>, HistoryParts {}

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
      return state.transaction(() => {
        const before = state.spendLimits.get();
        state.spendLimits.change(limits);
        const after = state.spendLimits.get();
        for (const name of SPEND_LIMITS) {
          const was = before[name]?.toString() ?? null;
          if (after[name] !== before[name])
            state.eventLog.tellLimit(name === 'month' ? 'month-limit' : name, was, after[name]);
        }
        return after;
      });
    },
    summary: (signal: AbortSignal) => summarizeCredits(parts, signal),
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
  function lift(file: FileRow, what: ApprovalKind, named: readonly PassedLimit[]): void {
    const { id: fileId, contentId } = file;
    if (contentId === null) throw new Error(`file ${fileId} has no fingerprint`);
    const passes = what === 'budget' ? { passes: passesOf(file, named) } : {};
    state.approvals.give({ fileId, what, contentId, givenAtMs: clock.nowMs(), ...passes });
    // The list that called it deleted may have been wrong, and somebody may have notarized it since.
    if (what === 'record_deleted') state.contents.forgetNegativeAnswer(contentId);
    transitions.decide(file);
  }

  /** The set limits that these rows pass together, or that hold one of them. Files that no limit holds pass none. */
  function limitsOf(rows: readonly FileRow[]): readonly PassedLimit[] {
    const over = rows.filter(({ hold }) => hold === 'budget');
    const noted = new Set(over.map((row) => nameOf(readHoldNote(row.message), row.folderId)));
    const creditsIn = (folderId: number | null) =>
      over.reduce(
        (sum, row) =>
          sum + (folderId === null || row.folderId === folderId ? transitions.creditsOf(row) : 0),
        0,
      );
    const { reserve } = state.spendLimits.get();
    const balance = freeBalance(state);
    const limits = [
      ...(reserve === null
        ? []
        : [
            {
              name: 'reserve' as const,
              folderId: null,
              limit: reserve,
              left: (balance ?? 0) - reserve,
            },
          ]),
      ...budgetsLeft(state, state.bookNowMs()),
    ];
    return limits
      .filter(({ name, folderId, left }) => {
        const credits = creditsIn(folderId);
        return credits > 0 && (credits > left || noted.has(`${name} ${folderId ?? ''}`));
      })
      .map(({ name, folderId, limit }) => ({
        budget: name,
        folderId: folderId === null ? null : String(folderId),
        limit,
      }));
  }

  /** What files cost that a limit holds, and the credits that are there for them. */
  function overBalance(rows: readonly FileRow[]) {
    const over = rows.filter(({ hold }) => hold === 'budget');
    const credits = over.reduce((sum, row) => sum + transitions.creditsOf(row), 0);
    return { credits, balance: freeBalance(state) ?? Infinity };
  }

  return {
    limitsOf,

    /**
     * Lifts the holds of all these rows or of none. `named`: the limits that may be passed; one that would be passed without
     * is a refusal. Returns the number of files for each kind of approval.
     */
    approve(
      fileIds: readonly number[],
      named: readonly PassedLimit[] = [],
    ): Result<ReadonlyMap<ApprovalKind, number>, CoreFault> {
      const rows = [...new Set(fileIds)].flatMap((id) => state.files.get(id) ?? []);
      const wrong = rows.find((row) => approvable(row) === null);
      if (wrong !== undefined) {
        const { state: fileState, hold } = wrong;
        return fail({
          kind: 'cannot-approve',
          path: transitions.pathOf(wrong),
          state: fileState,
          hold,
          ...approvalOf(wrong, state),
        });
      }
      const { credits, balance } = overBalance(rows);
      if (credits > balance) return fail({ kind: 'more-than-balance', credits, balance });
      const limits = limitsOf(rows);
      if (!namesAll(named, limits)) return fail({ kind: 'limits-not-named', limits });
      return ok(
        state.transaction(() => {
          const lifted = new Map<ApprovalKind, number>();
          for (const row of rows) {
            const what = approvable(row);
            if (what === null) continue;
            lift(row, what, limits);
            lifted.set(what, (lifted.get(what) ?? 0) + 1);
          }
          const price = rows.reduce((sum, row) => sum + transitions.creditsOf(row), 0);
          state.eventLog.tellDecided('approved', rows.length, price);
          return lifted;
        }),
      );
    },

    /**
     * Those of these rows that await an approval, in the order of their numbers. Of files that a limit holds, those that the
     * balance pays for, the cheapest first: an approval covers no credits that are added later.
     */
    awaiting(fileIds: readonly number[]): readonly FileRow[] {
      const rows = [...eachIn(state, ['held', 'duplicate'], { fileIds })].filter(
        (row) => approvable(row) !== null,
      );
      const { held } = planSpend(
        rows.filter(({ hold }) => hold === 'budget').map((row) => candidateOf(row, transitions)),
        { balance: freeBalance(state) ?? Infinity, reserve: null, ceiling: null, budgets: [] },
      );
      const unpaid = new Set(held.map(({ candidate }) => candidate.id));
      return rows.filter(({ id }) => !unpaid.has(id));
    },
  };
}

function candidateOf(row: FileRow, transitions: Pick<FileTransitions, 'creditsOf'>): Candidate {
  return { id: row.id, folderId: row.folderId, credits: transitions.creditsOf(row), passes: {} };
}

/** What is there for what is not sent yet; null: no balance was read. */
function freeBalance(state: State): number | null {
  const left = balanceLeft(state, { countsSending: true });
  return left === null ? null : left - state.charges.opened();
}

function placeOf(file: UnsentFile): string {
  return contentDestinationKey(file.contentId, file);
}

/**
 * For how many of these files the credits are not enough, smallest first, and what is left once the others are sent, and all
 * that is being sent or in doubt is charged; by their holds while no balance is known.
 */
export function planUnsent(unsent: readonly UnsentFile[], state: State) {
  const { short, credits, isForReserve } = planCredits(unsent, state);
  const free = freeBalance(state);
  return { short, isForReserve, left: free === null ? null : free - credits };
}

function planCredits(unsent: readonly UnsentFile[], state: State) {
  const balance = freeBalance(state);
  const { reserve } = state.spendLimits.get();
  const most = priceOf(unsent);
  if (balance === null) {
    const short = unsent.filter(({ hold }) => hold === 'credits');
    return { short: short.length, credits: most - priceOf(short), isForReserve: false };
  }
  // As it is for a large batch that is on its way.
  if (most <= balance - (reserve ?? 0)) return { short: 0, credits: most, isForReserve: false };
  const places = new Map<string, Candidate>();
  for (const file of unsent) {
    const { id, folderId, contentId, visibility, sizeBytes } = file;
    if (places.has(placeOf(file))) continue;
    const passes = reserve === null ? {} : state.approvals.passes(id, contentId);
    const credits = uploadCredits(visibility, sizeBytes);
    places.set(placeOf(file), { id, folderId, credits, passes });
  }
  const means = { balance, reserve, ceiling: null, budgets: [] };
  const { held } = planSpend([...places.values()], means);
  const isForReserve =
    held.length > 0 &&
    planSpend([...places.values()], { ...means, reserve: null }).held.length === 0;
  const unpaid = new Set(held.map(({ candidate }) => candidate.id));
  const isUnpaid = (file: UnsentFile) => unpaid.has(places.get(placeOf(file))?.id ?? -1);
  const short = unsent.filter(isUnpaid).length;
  const paid = [...places.values()].filter(({ id }) => !unpaid.has(id));
  return { short, credits: paid.reduce((sum, { credits }) => sum + credits, 0), isForReserve };
}

function priceOf(files: readonly UnsentFile[]): number {
  return files.reduce(
    (sum, { visibility, sizeBytes }) => sum + uploadCredits(visibility, sizeBytes),
    0,
  );
}

/** Of a note about a limit: which; '' for another note, and for what was agreed to for one run, which passes with it. */
function nameOf(note: ReturnType<typeof readHoldNote>, folderId: number): string {
  if (note?.why !== 'budget' || note.budget === 'run') return '';
  return `${note.budget} ${note.budget === 'folder' ? folderId : ''}`;
}

function passesOf({ folderId }: FileRow, named: readonly PassedLimit[]): Passes {
  const own = named.filter((each) => each.folderId === null || each.folderId === String(folderId));
  return Object.fromEntries(own.map(({ budget, limit }) => [budget, limit]));
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

type SummaryParts = Pick<CreditParts, 'state' | 'transitions' | 'remote'>;

/** The balance, read now, with what waits for it and what was spent of the limits. Spends nothing. */
async function summarizeCredits(
  { state, transitions, remote }: SummaryParts,
  signal: AbortSignal,
): Promise<CreditSummary> {
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
  const unspoken = freeBalance(state);
  // A budget that holds files back is no lack of credits.
  const { go } = planSpend(queue, {
    balance: unspoken,
    reserve: limits.reserve,
    ceiling: null,
    budgets: [],
  });
  const fitting = new Set(go.map(({ id }) => id));
  return {
    balance,
    balanceAtMs: latest?.readAtMs ?? null,
    fault: read.ok ? null : read.fault,
    reserved,
    queuedFiles: filesOf(queue),
    queuedCredits,
    waitingChanges: waiting.length,
    waitingCredits,
    available:
      unspoken === null ? null : unspoken - (limits.reserve ?? 0) - queuedCredits - waitingCredits,
    fittingFiles: filesOf(queue.filter(({ id }) => fitting.has(id))),
    spentToday: state.charges.spentSince(startOfUtcDayMs(nowMs)),
    spentThisMonth: state.charges.spentSince(startOfUtcMonthMs(nowMs)),
    limits,
    folders: state.folders.watched().map(({ id, path, budgetCredits }) => ({
      id: String(id),
      path,
      queuedCredits: sumOf(queue.filter(({ folderId }) => folderId === id)),
      spentCredits: state.charges.spentIn(id),
      budgetCredits,
    })),
  };
}

/** Only money or an approval keeps it from being sent. */
function waitsForMoney(file: FileRow): boolean {
  const { state, hold } = file;
  const isShort = hold === 'credits' || hold === 'balance_unknown';
  return state !== 'held' || isShort || approvable(file) !== null;
}

interface QueuedContent extends Candidate {
  files: number;
}

function queueOf(state: State, transitions: FileTransitions): readonly QueuedContent[] {
  const queue = new Map<string, QueuedContent>();
  for (const file of eachInScope(state, ['ready', 'held'], ALL_FILES)) {
    if (file.contentId === null || !waitsForMoney(file)) continue;
    const place = contentDestinationKey(file.contentId, transitions.assignmentOf(file));
    const same = queue.get(place);
    if (same !== undefined) {
      same.files += 1;
      continue;
    }
    const passes = state.approvals.passes(file.id, file.contentId);
    const credits = transitions.creditsOf(file);
    queue.set(place, { id: file.id, folderId: file.folderId, credits, passes, files: 1 });
  }
  return [...queue.values()];
}

function filesOf(queue: readonly QueuedContent[]): number {
  return queue.reduce((sum, { files }) => sum + files, 0);
}

function sumOf(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { credits }) => sum + credits, 0);
}
