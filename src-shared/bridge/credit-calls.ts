/** The account's money. Limits change here, nothing is spent. */
import * as z from 'zod/mini';
import type { CreditHistory, Forecast } from '../model/credit-views.ts';
import { SPEND_LIMITS, type SpendLimits } from '../model/spend-limits.ts';
import { DAY_MS, msFromUtcDay } from '../model/time.ts';
import { changes, nothing, reads } from './call.ts';
import { Count, Day } from './inputs.ts';

const LONGEST_HISTORY_DAYS = 400;

const LimitChange = z.strictObject({
  name: z.enum(SPEND_LIMITS),
  /** Null lifts the limit. */
  value: z.nullable(Count),
});

export const creditCalls = {
  /** Read now. */
  'credits.balance': reads<{ readonly credits: number }>()(nothing),
  'credits.limits': reads<SpendLimits>()(nothing),
  'credits.setLimit': changes<SpendLimits>()(LimitChange),
  /** Days of UTC, both included. */
  'credits.history': reads<CreditHistory>()(
    z.strictObject({ from: Day, to: Day }).check(
      z.refine(({ from, to }) => {
        const lengthMs = (msFromUtcDay(to) ?? NaN) - (msFromUtcDay(from) ?? NaN);
        return lengthMs >= 0 && lengthMs < LONGEST_HISTORY_DAYS * DAY_MS;
      }),
    ),
  ),
  'credits.forecast': reads<Forecast>()(nothing),
} as const;
