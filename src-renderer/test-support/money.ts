/** Valid answers about credits; a test overrides what it is about. */
import type { CreditHistory, CreditSummary } from '../../src-shared/model/money/credit-views.ts';
import { NO_LIMITS } from '../../src-shared/model/money/spend-limits.ts';

/** Of an account with credits for which nothing waits. */
export function creditSummary(over: Partial<CreditSummary> = {}): CreditSummary {
  return {
    balance: 473,
    balanceAtMs: Date.now(),
    fault: null,
    reserved: 0,
    queuedFiles: 0,
    queuedCredits: 0,
    waitingChanges: 0,
    waitingCredits: 0,
    available: 473,
    fittingFiles: 0,
    spentToday: 0,
    spentThisMonth: 0,
    limits: NO_LIMITS,
    folders: [],
    ...over,
  };
}

export function creditHistory(
  lines: CreditHistory['lines'],
  over: Partial<CreditHistory> = {},
): CreditHistory {
  return { total: lines.length, lines, asOfMs: null, unknownDays: 0, fault: null, ...over };
}
