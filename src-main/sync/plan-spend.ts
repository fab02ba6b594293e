/** Decides which queued uploads may spend now. Pure. Smallest first, so that most files are served by little money. */
import type { HoldReason } from '../../src-shared/model/file-state.ts';

export interface Candidate {
  readonly id: number;
  readonly folderId: number;
  readonly credits: number;
}

export interface Purse {
  /** Last known balance; null: not known, then nothing that costs is sent. */
  readonly balance: number | null;
  /** The person's ceiling for this run; null: none. */
  readonly ceiling: number | null;
  /** What is left of a folder's own budget; folders without one are absent. */
  readonly folderBudgets: ReadonlyMap<number, number>;
}

export interface SpendPlan {
  readonly go: readonly Candidate[];
  readonly held: readonly { readonly candidate: Candidate; readonly reason: HoldReason }[];
  readonly credits: number;
}

export function planSpend(candidates: readonly Candidate[], purse: Purse): SpendPlan {
  const go: Candidate[] = [];
  const held: { candidate: Candidate; reason: HoldReason }[] = [];
  const budgets = new Map(purse.folderBudgets);
  let credits = 0;
  const cheapestFirst = candidates.toSorted(
    (one, other) => one.credits - other.credits || one.id - other.id,
  );
  for (const candidate of cheapestFirst) {
    const total = credits + candidate.credits;
    const budget = budgets.get(candidate.folderId) ?? Infinity;
    if (candidate.credits === 0) {
      go.push(candidate); // an overdrawn purse does not stop what is free
    } else if (total > (purse.balance ?? 0)) {
      held.push({ candidate, reason: 'credits' });
    } else if (candidate.credits > budget || total > (purse.ceiling ?? Infinity)) {
      held.push({ candidate, reason: 'budget' });
    } else {
      go.push(candidate);
      credits = total;
      budgets.set(candidate.folderId, budget - candidate.credits);
    }
  }
  return { go, held, credits };
}
