/**
 * Decides which queued uploads may spend now. Pure. Smallest first, so that few credits serve many files. A held file
 * names the limit that held it, and how much of that was left.
 */
import type { BudgetName, HoldNote, Passes } from '../../../src-shared/model/money/spend-limits.ts';
import { startOfUtcMonthMs } from '../../../src-shared/model/text/time.ts';
import type { KeptBalance } from '../../db/money/balance-repository.ts';
import type { State } from '../../db/state.ts';

export interface Candidate {
  readonly id: number;
  readonly folderId: number;
  readonly credits: number;
  /** The limits that a person let this one pass. Never the balance or the approval for this run. */
  readonly passes: Passes;
}

export interface Budget {
  readonly name: Extract<BudgetName, 'folder' | 'month'>;
  /** Null: of the whole account. */
  readonly folderId: number | null;
  readonly limit: number;
  /** May be below zero. */
  readonly left: number;
}

export interface Spending {
  /** Last known balance; null: unknown, then nothing that costs is sent. */
  readonly balance: number | null;
  /** Uploads never take the balance below this; null: no reserve. */
  readonly reserve: number | null;
  /** The person's limit for this run, and what is left of it; null: none. */
  readonly ceiling: { readonly limit: number; readonly left: number } | null;
  readonly budgets: readonly Budget[];
}

export type Shortage = { readonly reason: 'credits' | 'balance_unknown' } | BudgetShortage;
interface BudgetShortage {
  readonly reason: 'budget';
  readonly note: HoldNote;
}

export interface SpendPlan {
  readonly go: readonly Candidate[];
  readonly held: readonly { readonly candidate: Candidate; readonly shortage: Shortage }[];
  readonly credits: number;
}

export function planSpend(candidates: readonly Candidate[], spending: Spending): SpendPlan {
  const go: Candidate[] = [];
  const held: { candidate: Candidate; shortage: Shortage }[] = [];
  const spentIn = new Map<number, number>();
  let credits = 0;
  const cheapestFirst = candidates.toSorted(
    (one, other) => one.credits - other.credits || one.id - other.id,
  );
  for (const candidate of cheapestFirst) {
    const shortage = shortageOf(candidate, spending, credits, spentIn);
    if (shortage !== null) {
      held.push({ candidate, shortage });
      continue;
    }
    go.push(candidate);
    credits += candidate.credits;
    const before = spentIn.get(candidate.folderId) ?? 0;
    spentIn.set(candidate.folderId, before + candidate.credits);
  }
  return { go, held, credits };
}

/**
 * The first limit that a file would break, after `spent` credits of this plan; an overdrawn balance stops nothing free.
 */
function shortageOf(
  { credits, folderId, passes }: Candidate,
  { balance, reserve, ceiling, budgets }: Spending,
  spent: number,
  spentIn: ReadonlyMap<number, number>,
): Shortage | null {
  if (credits === 0) return null;
  if (balance === null) return { reason: 'balance_unknown' };
  if (spent + credits > balance) return { reason: 'credits' };
  if (ceiling !== null && spent + credits > ceiling.left) {
    return over('run', ceiling.limit, ceiling.left - spent);
  }
  const aboveReserve = balance - (reserve ?? 0) - spent;
  if (reserve !== null && credits > aboveReserve && passes.reserve !== reserve)
    return over('reserve', reserve, aboveReserve);
  for (const budget of budgets) {
    if (budget.folderId !== null && budget.folderId !== folderId) continue;
    if (passes[budget.name] === budget.limit) continue;
    const taken = budget.folderId === null ? spent : (spentIn.get(folderId) ?? 0);
    if (taken + credits > budget.left) return over(budget.name, budget.limit, budget.left - taken);
  }
  return null;
}

function over(budget: BudgetName, limit: number, left: number): BudgetShortage {
  return { reason: 'budget', note: { why: 'budget', budget, limit, left: Math.max(0, left) } };
}

/**
 * What is there for more, by the latest reading, less what has or may have been charged since; null: none was read.
 * `countsSending`: uploads in progress are as good as charged, for who does not add them up himself. A reading made while
 * something was sent, had lost its answer or was recorded just before includes that or not: the quiet one before it, less
 * all that came after, is exact, unless the later one contradicts it.
 */
export function balanceLeft(
  state: State,
  { countsSending }: { readonly countsSending: boolean },
): number | null {
  const { balances, charges, changeCharges } = state;
  const [latest, quiet] = [balances.get('latest'), balances.get('quiet')];
  if (latest === null) return null;
  const leftOf = ({ credits, uploadAttempts, changeAttempts }: KeptBalance): number => {
    const uploads = charges.chargedAfter(uploadAttempts);
    const changes = changeCharges.chargedAfter(changeAttempts, null);
    const sending = countsSending ? uploads.inProgressCredits : 0;
    const sent = uploads.credits + uploads.unknownCredits + sending;
    return credits - sent - changes.credits - changes.unknownCredits;
  };
  const most = leftOf(latest);
  const least = most - balances.inDoubt() - (countsSending ? balances.onItsWay() : 0);
  const exact = quiet === null ? least : leftOf(quiet);
  const left = exact >= least && exact <= most ? exact : least;
  return left - balances.unshown(state.bookNowMs());
}

/**
 * What is left of every budget now: of folders, and of this month in UTC. All count the same way: the estimate until
 * the service's charge is known, then the charge. Reads, decides nothing. `promised`: queued uploads, whose credits are
 * as good as spent.
 */
export function budgetsLeft(
  state: State,
  nowMs: number,
  promised: readonly Candidate[] = [],
): readonly Budget[] {
  const folders = state.folders.watched().flatMap(({ id, budgetCredits }): Budget[] => {
    if (budgetCredits === null) return [];
    const own = promised.filter(({ folderId }) => folderId === id);
    const left = budgetCredits - state.charges.spentIn(id) - sum(own);
    return [{ name: 'folder', folderId: id, limit: budgetCredits, left }];
  });
  const { month: limit } = state.spendLimits.get();
  if (limit === null) return folders;
  const left = limit - state.charges.spentSince(startOfUtcMonthMs(nowMs)) - sum(promised);
  return [...folders, { name: 'month', folderId: null, limit, left }];
}

function sum(candidates: readonly Candidate[]): number {
  return candidates.reduce((total, { credits }) => total + credits, 0);
}
