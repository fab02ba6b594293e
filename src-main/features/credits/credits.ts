/** The account's money, as a person asks about it: balance, limits, approvals, history, forecast. Nothing here spends. */
import type { Forecast } from '../../../src-shared/model/money/credit-views.ts';
import type { Result } from '../../../src-shared/model/result.ts';
import type { SpendLimits } from '../../../src-shared/model/money/spend-limits.ts';
import type { RemoteRecords } from '../../pipeline/common/ports.ts';
import { forecastCredits } from './credit-forecast.ts';
import {
  makeCreditHistory,
  type CreditHistoryReader,
  type HistoryParts,
} from './credit-history.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { makeSpendApproval, type SpendApproval } from './spend-approval.ts';

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
