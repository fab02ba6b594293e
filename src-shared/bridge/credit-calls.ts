/** The account's money. Limits change here, nothing is spent. */
import * as z from 'zod/mini';
import type { CreditHistory, CreditSummary, KnownBalance } from '../model/money/credit-views.ts';
import { type Purse, SPEND_LIMITS, type SpendLimits } from '../model/money/spend-limits.ts';
import { changes, Count, isInOrder, nothing, Period, reads } from './call.ts';

const LimitChange = z.strictObject({
  name: z.enum(SPEND_LIMITS),
  /** Null lifts the limit. */
  value: z.nullable(Count),
});

export const MOST_HISTORY_LINES = 10_000;

export const creditCalls = {
  /** Read now, with what the person wants to keep of it. */
  'credits.balance': reads<Purse>()(() => nothing),
  /** As it was read last, by whoever; null: never. It asks nobody. */
  'credits.known': reads<KnownBalance | null>()(() => nothing),
  'credits.limits': reads<SpendLimits>()(() => nothing),
  'credits.setLimit': changes<SpendLimits>()(() => LimitChange),
  /**
   * Days of UTC, both included. `lines`: a window into them, for a face that cannot take any number at once; all without
   * it. A window that does not begin at 0 goes on with what the first one read.
   */
  'credits.history': reads<CreditHistory>()(() =>
    z
      .extend(Period, {
        lines: z.optional(
          z.strictObject({
            first: Count,
            count: z.int().check(z.minimum(1), z.maximum(MOST_HISTORY_LINES)),
          }),
        ),
      })
      .check(isInOrder),
  ),
  /** The balance, read now, with what waits for it. */
  'credits.summary': reads<CreditSummary>()(() => nothing),
} as const;
