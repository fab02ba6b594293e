/** Two drawings of the same days, spent and left; everything in them stands in the table beside them too. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { HistoryLine } from '../../../src-shared/model/money/credit-views.ts';
import {
  DAY_MS,
  msFromUtcDay,
  startOfUtcDayMs,
  utcDay,
} from '../../../src-shared/model/text/time.ts';
import styles from './credits.module.css';

const [WIDTH, HEIGHT] = [600, 120];
const BAR_SHARE = 0.7;

interface ChartProps {
  readonly days: readonly DayOfCredits[];
}

/** A bar for each day. */
export function SpentChart({ days }: ChartProps): ReactElement {
  const { credits, figures } = useWords();
  const top = roundTop(days.map(({ spent }) => spent));
  const step = WIDTH / Math.max(1, days.length);
  const total = days.reduce((sum, { spent }) => sum + spent, 0);
  return (
    <figure className={styles['chart']}>
      <figcaption>{credits.spentByDay}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={credits.spentChart(figures.number(total), days.length)}
        className={styles['drawing']}
      >
        {days.map(({ day, spent }, index) => {
          const height = (spent / top) * HEIGHT;
          return (
            <rect
              key={day}
              x={index * step + (step * (1 - BAR_SHARE)) / 2}
              y={HEIGHT - height}
              width={step * BAR_SHARE}
              height={height}
              className={styles['bar']}
            />
          );
        })}
      </svg>
      <Scale top={figures.number(top)} days={days} />
    </figure>
  );
}

/** A line through what was left at the end of each day; not drawn when that is not known. */
export function LeftChart({ days }: ChartProps): ReactElement | null {
  const { credits, figures } = useWords();
  const known = days.flatMap(({ balance }) => (balance === null ? [] : [balance]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return null;
  const top = roundTop(known);
  const points = known.map((balance, index) => {
    const x = (index / (known.length - 1)) * WIDTH;
    const y = HEIGHT - (Math.max(0, balance) / top) * HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure className={styles['chart']}>
      <figcaption>{credits.leftByDay}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={credits.leftChart(figures.number(first), figures.number(last))}
        className={styles['drawing']}
      >
        <polyline points={points.join(' ')} className={styles['line']} />
      </svg>
      <Scale top={figures.number(top)} days={days} />
    </figure>
  );
}

/** What the drawing is measured by. */
function Scale({ top, days }: ChartProps & Readonly<{ top: string }>): ReactElement {
  const { credits } = useWords();
  return (
    <p className={styles['scale']}>
      <span>{days[0]?.day}</span>
      <span>{credits.upTo(top)}</span>
      <span>{days.at(-1)?.day}</span>
    </p>
  );
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

/** The largest round number that such values need: 1, 2 or 5 with noughts. */
export function roundTop(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most;
}
