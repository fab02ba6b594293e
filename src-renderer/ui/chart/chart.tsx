/**
 * Values point by point, mostly day by day, as a drawing with the same numbers in a table beside it. The library that
 * draws is fetched with the first chart that is shown; until then, and for whoever reads the table, it is not needed.
 */
import { useId, useState, type ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { Table } from '../grid/table.tsx';
import { Button } from '../layout/button.tsx';
import { lazyPart } from '../layout/page-part.tsx';
import styles from './chart.module.css';
import prose from '../layout/prose.module.css';

const ChartDrawing = lazyPart(
  async () => (await import('./chart-drawing.tsx')).ChartDrawing,
  <div className={styles['drawing']} />,
);

export interface ChartPoint {
  readonly id: string;
  /** Under the axis. */
  readonly tick: string;
  /** In full: under the pointer, spoken, and in the table. */
  readonly name: string;
  /** In the order of the series; null: not known, and not drawn. */
  readonly values: readonly (number | null)[];
}

export interface ChartSeries {
  readonly label: string;
  /** `listed`: under the pointer and in the table, not drawn. */
  readonly look: 'bars' | 'line' | 'listed';
  /** A value with its unit. */
  readonly text: (value: number) => string;
}

/** A line across the chart, such as a budget. */
export interface ChartLimit {
  readonly label: string;
  readonly value: number;
}

export interface ChartProps {
  readonly title: string;
  /** What it comes to, in a sentence. */
  readonly summary: string;
  /** What the points are: the head of the table's first column. */
  readonly pointsLabel: string;
  readonly points: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  readonly limit?: ChartLimit | null;
  /** Said in place of a drawing of nothing. */
  readonly empty: string;
}

/** Fewer days than these are told better by their numbers than by a drawing. */
export const DAYS_TO_DRAW = 5;

/** Whether nothing that is drawn has a height. */
export function isEmptyChart({ points, series }: Pick<ChartProps, 'points' | 'series'>): boolean {
  return points.every(({ values }) =>
    series.every(({ look }, index) => look === 'listed' || (values[index] ?? 0) === 0),
  );
}

export function Chart(props: ChartProps): ReactElement {
  const { ui } = useWords();
  const { title, summary, pointsLabel, points, series, empty } = props;
  const titleId = useId();
  const [isTable, setIsTable] = useState(false);
  const isEmpty = isEmptyChart(props);
  return (
    <figure className={styles['chart']} aria-labelledby={titleId}>
      <figcaption>
        <strong id={titleId}>{title}</strong>
        {!isEmpty && <span className={prose['quiet']}>{summary}</span>}
      </figcaption>
      {isEmpty ? (
        <p className={prose['quiet']}>{empty}</p>
      ) : (
        <>
          <ChartDrawing {...props} />
          <p>
            <Button
              isSmall
              aria-expanded={isTable}
              aria-label={ui.tableOf(title)}
              onPress={() => setIsTable(!isTable)}
            >
              {ui.showAsTable}
            </Button>
          </p>
          {isTable && (
            <div className={styles['table']}>
              <Table
                caption={title}
                columns={[
                  { id: 'point', label: pointsLabel, cell: ({ name }) => name },
                  ...series.map(({ label, text }, index) => ({
                    id: label,
                    label,
                    isNumber: true,
                    cell: ({ values }: ChartPoint) => {
                      const value = values[index] ?? null;
                      return value === null ? '—' : text(value);
                    },
                  })),
                ]}
                rows={points}
                rowId={({ id }) => id}
              />
            </div>
          )}
        </>
      )}
    </figure>
  );
}
