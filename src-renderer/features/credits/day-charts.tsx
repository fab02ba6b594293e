/** What was spent on each day, and what was left at its end with the reserve. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { HistoryLine } from '../../../src-shared/model/money/credit-views.ts';
import {
  DAY_MS,
  msFromUtcDay,
  startOfUtcDayMs,
  utcDay,
} from '../../../src-shared/model/text/time.ts';
import { Chart, type ChartPoint } from '../../ui/chart/chart.tsx';

interface ChartProps {
  readonly days: readonly DayOfCredits[];
}

/** A bar for each day. */
export function SpentChart({ days }: ChartProps): ReactElement {
  const { credits, figures, ui } = useWords();
  const total = days.reduce((sum, { spent }) => sum + spent, 0);
  return (
    <Chart
      title={credits.spentByDay}
      summary={credits.spentChart(figures.number(total), days.length)}
      pointsLabel={credits.day}
      points={useDayPoints(days, ({ spent, added }) => [spent, added])}
      series={[
        { label: credits.spent, look: 'bars', text: ui.credits },
        { label: credits.added, look: 'listed', text: ui.credits },
      ]}
      empty={credits.nothingSpent}
    />
  );
}

/** A line through what was left, and the reserve, which uploads leave alone; null: none, or not known. */
export function LeftChart({
  days,
  reserve,
}: ChartProps & { readonly reserve: number | null }): ReactElement {
  const { credits, figures, ui } = useWords();
  const points = useDayPoints(days, ({ balance }) => [balance]);
  const known = days.flatMap(({ balance }) => (balance === null ? [] : [balance]));
  const { number } = figures;
  return (
    <Chart
      title={credits.leftByDay}
      summary={credits.leftChart(
        number(Math.min(...known)),
        number(Math.max(...known)),
        number(known.at(-1) ?? 0),
      )}
      pointsLabel={credits.day}
      points={points}
      series={[{ label: credits.leftAtEnd, look: 'line', text: ui.credits }]}
      {...(reserve === null
        ? {}
        : { limit: { label: credits.limits.reserve.label, value: reserve } })}
      empty={known.length === 0 ? credits.leftUnknown : credits.nothingLeft}
    />
  );
}

function useDayPoints(
  days: readonly DayOfCredits[],
  valuesOf: (day: DayOfCredits) => ChartPoint['values'],
): readonly ChartPoint[] {
  const { figures } = useWords();
  return days.map((each) => {
    const atMs = msFromUtcDay(each.day) ?? 0;
    return {
      id: each.day,
      tick: figures.utcDayAndMonth(atMs),
      name: figures.utcDay(atMs),
      values: valuesOf(each),
    };
  });
}

/** Days of UTC, as the service's history has them. */
interface DayOfCredits {
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
