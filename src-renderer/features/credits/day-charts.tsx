/** Two drawings of the same days, spent and left; everything in them stands in the table beside them too. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './credits.module.css';
import { roundTop, type DayOfCredits } from './daily-credits.ts';

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
