/**
 * What is left of every budget now: of folders, and of this month in UTC. All count the same way: the estimate until the
 * service's charge is known, then the charge. Reads, decides nothing.
 */
import { startOfUtcMonthMs } from '../../../src-shared/model/text/time.ts';
import type { State } from '../../db/state.ts';
import type { Budget, Candidate } from './plan-spend.ts';

/** `promised`: queued uploads, whose credits are as good as spent. */
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
