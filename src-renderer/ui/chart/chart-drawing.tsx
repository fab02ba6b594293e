/**
 * The drawing of a chart: axes with ticks, the values of the point under the pointer, and the same with the arrow keys,
 * spoken. Nothing moves by itself. Only `chart.tsx` imports it, and only when there is something to draw.
 */
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  Tooltip,
  useActiveTooltipDataPoints,
  useIsTooltipActive,
  XAxis,
  YAxis,
} from 'recharts';
import { useWords } from '../../words/words-context.ts';
import hidden from '../layout/hidden.module.css';
import type { ChartPoint, ChartProps } from './chart.tsx';
import styles from './chart.module.css';

const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
const SIZE = { width: '100%', height: '100%' };
const LEAST_TICK_GAP = 24; // px between two words under the axis

export function ChartDrawing({
  title,
  summary,
  points,
  series,
  limit = null,
}: ChartProps): ReactElement {
  const { ui, figures } = useWords();
  const data = useMemo(() => [...points], [points]);
  const ticks = useMemo(() => {
    const drawn = points.flatMap(({ values }) =>
      series.flatMap(({ look }, index) => (look === 'listed' ? [] : [values[index] ?? 0])),
    );
    return axisTicks(Math.max(limit?.value ?? 0, ...drawn));
  }, [points, series, limit]);
  const [at, setAt] = useState<ChartPoint | null>(null);
  // Escape puts away what covers a part of the chart, until another point is shown.
  const [dismissed, setDismissed] = useState<ChartPoint | null>(null);
  useEffect(() => {
    if (at === null) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setDismissed(at);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [at]);
  const linesOf = ({ values }: ChartPoint) =>
    series.flatMap(({ label, text }, index) => {
      const value = values[index] ?? null;
      return value === null ? [] : [{ label, text: text(value) }];
    });
  return (
    <>
      <div className={styles['drawing']}>
        <ComposedChart
          data={data}
          responsive
          style={SIZE}
          margin={MARGIN}
          aria-label={`${title}. ${summary} ${ui.chartKeys}`}
        >
          <CartesianGrid vertical={false} />
          <XAxis dataKey="tick" minTickGap={LEAST_TICK_GAP} interval="equidistantPreserveStart" />
          <YAxis
            width="auto"
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={[...ticks]}
            axisLine={false}
            tickLine={false}
            tickFormatter={figures.number}
          />
          <Tooltip
            isAnimationActive={false}
            filterNull={false}
            content={() =>
              at === null || at === dismissed ? null : (
                <dl className={styles['values']}>
                  <dt className={styles['point']}>{at.name}</dt>
                  {linesOf(at).map(({ label, text }) => (
                    <dd key={label}>{`${label}: ${text}`}</dd>
                  ))}
                  {limit !== null && <dd>{`${limit.label}: ${figures.number(limit.value)}`}</dd>}
                </dl>
              )
            }
          />
          {series.map(({ label, look }, index) => {
            const value = ({ values }: ChartPoint) => values[index] ?? null;
            if (look === 'bars') {
              return (
                <Bar
                  key={label}
                  dataKey={value}
                  name={label}
                  className={styles['bars'] ?? ''}
                  isAnimationActive={false}
                />
              );
            }
            if (look === 'line') {
              return (
                <Line
                  key={label}
                  dataKey={value}
                  name={label}
                  type="linear"
                  dot={false}
                  className={styles['line'] ?? ''}
                  isAnimationActive={false}
                />
              );
            }
            return null;
          })}
          {limit !== null && (
            <ReferenceLine
              y={limit.value}
              ifOverflow="extendDomain"
              className={styles['limit'] ?? ''}
            />
          )}
          <PointShown onPoint={setAt} />
        </ComposedChart>
      </div>
      {limit !== null && (
        <p className={styles['legend']}>
          <span className={styles['dash']} aria-hidden="true" />
          {`${limit.label}: ${figures.number(limit.value)}`}
        </p>
      )}
      <p role="status" className={hidden['hidden']}>
        {at === null
          ? ''
          : [at.name, ...linesOf(at).map(({ label, text }) => `${label}: ${text}`)].join(', ')}
      </p>
    </>
  );
}

/** Says which point is under the pointer, or has been moved to by the arrow keys. */
function PointShown({ onPoint }: Readonly<{ onPoint: (point: ChartPoint | null) => void }>): null {
  const isShown = useIsTooltipActive();
  const [point = null] = useActiveTooltipDataPoints<ChartPoint>() ?? [];
  const shown = isShown ? point : null;
  useEffect(() => onPoint(shown), [onPoint, shown]);
  return null;
}

/** The marks of an axis from 0: round numbers at even distances, the last of them not below what is drawn. Pure. */
const MOST_STEPS = 4;
const ROUND = [1, 2, 5, 10];

/** `most`: the highest value that is drawn. Whole numbers, since files and credits are counted. */
export function axisTicks(most: number): readonly number[] {
  const least = Math.max(1, most / MOST_STEPS);
  const size = 10 ** Math.floor(Math.log10(least));
  const step = size * (ROUND.find((factor) => factor * size >= least) ?? 10);
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_tick, at) => at * step);
}
