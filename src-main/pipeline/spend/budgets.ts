/**
 * What is left of every budget now: of folders, of this day and of this month, both in UTC. All count the same way: the
 * estimate until the service's charge is known, then the charge. Reads, decides nothing.
 */
import { startOfUtcDayMs, startOfUtcMonthMs } from '../../../src-shared/model/text/time.ts';
import type { State } from '../../db/state.ts';
import type { Budget, Candidate } from './plan-spend.ts';

/** `promised`: queued uploads, whose credits are as good as spent. */
export function budgetsLeft(
  state: State,
  nowMs: number,
  promised: readonly Candidate[] = [],
): readonly Budget[] {
  const { day, month } = state.spendLimits.get();
  const whole = (name: 'day' | 'month', limit: number | null, fromMs: number): Budget[] => {
    if (limit === null) return [];
    const left = limit - state.charges.spentSince(fromMs) - sum(promised);
    return [{ name, folderId: null, limit, left }];
  };
  const folders = state.folders.watched().flatMap(({ id, budgetCredits }): Budget[] => {
    if (budgetCredits === null) return [];
    const own = promised.filter(({ folderId }) => folderId === id);
    const left = budgetCredits - state.charges.spentIn(id) - sum(own);
    return [{ name: 'folder', folderId: id, limit: budgetCredits, left }];
  });
  return [
    ...folders,
    ...whole('day', day, startOfUtcDayMs(nowMs)),
    ...whole('month', month, startOfUtcMonthMs(nowMs)),
  ];
}

function sum(candidates: readonly Candidate[]): number {
  return candidates.reduce((total, { credits }) => total + credits, 0);
}
