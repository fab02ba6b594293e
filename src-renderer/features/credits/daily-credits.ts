/** What the history of credits says by the day: how much was spent on each, and what was left at its end. Pure. */
import type { HistoryLine } from '../../../src-shared/model/money/credit-views.ts';
import {
  DAY_MS,
  msFromUtcDay,
  startOfUtcDayMs,
  utcDay,
} from '../../../src-shared/model/text/time.ts';

/** Days of UTC, as the service's history has them. */
export interface DayOfCredits {
  readonly day: string;
  /** What was charged, as a positive number. */
  readonly spent: number;
  /** What was added. */
  readonly added: number;
  /** At the end of the day; null: that is not known. */
  readonly balance: number | null;
}

/**
 * Every day from `from` to `to`, both included. Balances are counted back from `balance`, which is that of `nowMs`; they
 * are known only when the range reaches to today, because what came after it is not in `lines`.
 */
export function dailyCredits(
  lines: readonly HistoryLine[],
  { from, to }: { readonly from: string; readonly to: string },
  { balance, nowMs }: { readonly balance: number | null; readonly nowMs: number },
): readonly DayOfCredits[] {
  const [firstMs, lastMs] = [msFromUtcDay(from), msFromUtcDay(to)];
  if (firstMs === null || lastMs === null) return [];
  const sums = new Map<string, { spent: number; added: number }>();
  for (const { atMs, amount } of lines) {
    if (amount === null) continue;
    const day = utcDay(atMs);
    const sum = sums.get(day) ?? { spent: 0, added: 0 };
    if (amount < 0) sum.spent -= amount;
    else sum.added += amount;
    sums.set(day, sum);
  }
  const isToToday = lastMs >= startOfUtcDayMs(nowMs);
  let left = isToToday ? balance : null;
  const days: DayOfCredits[] = [];
  for (let dayMs = lastMs; dayMs >= firstMs; dayMs -= DAY_MS) {
    const day = utcDay(dayMs);
    const { spent, added } = sums.get(day) ?? { spent: 0, added: 0 };
    days.push({ day, spent, added, balance: left });
    if (left !== null) left += spent - added;
  }
  return days.toReversed();
}

/** The largest round number that such values need: 1, 2 or 5 with noughts. */
export function roundTop(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most;
}
