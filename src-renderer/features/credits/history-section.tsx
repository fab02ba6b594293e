/** What was charged and added, by date: as charts of days, and entry by entry. */
import { type ReactElement, useMemo, useState } from 'react';
import type { HistoryLine } from '../../../src-shared/model/money/credit-views.ts';
import type { SpendLimits } from '../../../src-shared/model/money/spend-limits.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { csvText } from '../../../src-shared/model/text/csv.ts';
import { DAY_MS, isoFromMs, utcDay } from '../../../src-shared/model/text/time.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { DAYS_TO_DRAW } from '../../ui/chart/chart.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import listing from '../../ui/grid/listing.module.css';
import { type GridColumn, MOMENT_TRACK } from '../../ui/grid/grid-column.ts';
import { NO_ROWS } from '../../ui/grid/grid-selection.ts';
import { HealthBanner } from '../../parts/notices/health-banner.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { Moment } from '../../ui/feedback/moment.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import prose from '../../ui/layout/prose.module.css';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './credits.module.css';
import { dailyCredits, LeftChart, SpentChart } from './day-charts.tsx';

const FIRST_DAYS = 30;

/** What a line was for: the file, the change, or the service's own word as words. */
export function lineTitle({ file, change, type }: HistoryLine, { credits }: Words): string {
  if (file !== null) return file;
  if (change !== null) return credits.charges[change.part](change.name);
  return type === null ? credits.notInHistory : credits.typeText(type);
}

/** What it was for is a conclusion of this computer: the service's history does not name it. */
function isMatched({ file, change }: HistoryLine): boolean {
  return file !== null || change !== null;
}

export function historyCsv(lines: readonly HistoryLine[], words: Words): string {
  return csvText(
    ['time', 'amount', 'type', 'for', 'expected', 'charged', 'transaction', 'folder'],
    lines.map((line) => [
      isoFromMs(line.atMs),
      line.amount,
      line.type,
      lineTitle(line, words),
      line.expected,
      line.charged,
      line.transactionId,
      line.folderPath,
    ]),
  );
}

export function HistorySection({
  balance,
  limits,
  nowMs,
}: Readonly<{
  balance: number | null;
  limits: SpendLimits | null;
  /** By the service's clock, whose days these are. */
  nowMs: number;
}>): ReactElement {
  const words = useWords();
  const { credits, figures } = words;
  const [from, setFrom] = useState(() => utcDay(nowMs - (FIRST_DAYS - 1) * DAY_MS));
  const [to, setTo] = useState(() => utcDay(nowMs));
  const asked = useMemo(() => ({ from, to }), [from, to]);
  const { value: history, fault, readAgain } = useRead('credits.history', asked);
  const days = useMemo(
    () => dailyCredits(history?.lines ?? [], asked, { balance, nowMs }),
    [history, asked, balance, nowMs],
  );
  const lines = history?.lines ?? [];
  const hasDaysToDraw = days.filter(({ spent }) => spent > 0).length >= DAYS_TO_DRAW;
  return (
    <section aria-labelledby="history" className={styles['block']}>
      <h2 id="history">{credits.history}</h2>
      <div className={styles['tools']}>
        <DayField
          label={credits.from}
          value={from}
          onChange={(day) => day !== '' && setFrom(day)}
        />
        <DayField label={credits.to} value={to} onChange={(day) => day !== '' && setTo(day)} />
        <span className={styles['end']}>
          <Button
            isSmall
            icon="download"
            isDisabled={lines.length === 0}
            onPress={() =>
              saveFile(`labseal-credits-${from}-${to}.csv`, [historyCsv(lines, words)], 'text/csv')
            }
          >
            {credits.exportCsv}
          </Button>
        </span>
      </div>
      <LoadState value={history} fault={fault} onTryAgain={readAgain} lines={4} />
      {history !== null && history.asOfMs !== null && (
        <HealthBanner
          severity="info"
          title={credits.copyFrom(figures.moment(history.asOfMs))}
          text={history.unknownDays === 0 ? '' : credits.unknownDays(history.unknownDays)}
        />
      )}
      {hasDaysToDraw && (
        <div className={styles['charts']}>
          <SpentChart days={days} />
          <LeftChart days={days} reserve={limits?.reserve ?? null} />
        </div>
      )}
      {history !== null && lines.length === 0 && (
        <EmptyState title={credits.noEntries} text={credits.noEntriesText} />
      )}
      {lines.some(isMatched) && <p className={prose['quiet']}>{credits.matched}</p>}
      {lines.length > 0 && <Entries lines={lines} />}
    </section>
  );
}

function Entries({ lines }: Readonly<{ lines: readonly HistoryLine[] }>): ReactElement {
  const words = useWords();
  const { credits } = words;
  const [selection, setSelection] = useState(NO_ROWS);
  const latestFirst = useMemo(() => lines.toSorted((a, b) => b.atMs - a.atMs), [lines]);
  const columns = useMemo<readonly GridColumn<HistoryLine>[]>(
    () => [
      {
        id: 'when',
        label: words.files.when,
        track: MOMENT_TRACK,
        cell: ({ atMs }) => <Moment atMs={atMs} />,
      },
      {
        id: 'for',
        label: credits.for,
        track: 'minmax(0, 1fr)',
        cell: (line) => (
          <span className={styles['two-lines']}>
            <span className={styles['cut']} title={lineTitle(line, words)}>
              {lineTitle(line, words)}
            </span>
            <span className={listing['second']} title={placeAndNote(line, words)}>
              {placeAndNote(line, words)}
            </span>
          </span>
        ),
      },
      {
        id: 'type',
        label: credits.type,
        track: 'minmax(8rem, 0.5fr)',
        fromWidthRem: 40,
        cell: ({ type }) => (
          <span className={styles['cut']} title={type ?? ''}>
            {type === null ? '—' : credits.typeText(type)}
          </span>
        ),
      },
      {
        id: 'amount',
        label: credits.amount,
        track: 'clamp(3.5rem, 14%, 5.5rem)',
        isNumber: true,
        cell: ({ amount, charged }) =>
          amountText(amount ?? (charged === null ? null : -charged), words),
      },
    ],
    [words, credits],
  );
  return (
    <div className={styles['entries']}>
      <DataGrid
        label={credits.history}
        columns={columns}
        rowCount={latestFirst.length}
        rowAt={(index) => latestFirst[index] ?? null}
        rowId={({ transactionId, atMs, file }) => transactionId ?? `${atMs} ${file ?? ''}`}
        selection={selection}
        onSelect={setSelection}
      />
    </div>
  );
}

/** With its sign, and a minus that is as wide as a plus. */
function amountText(amount: number | null, { figures }: Words): string {
  if (amount === null) return '—';
  return amount < 0 ? `−${figures.number(-amount)}` : `+${figures.number(amount)}`;
}

/** The folder, as instruments give one name in many, and a charge that is not as expected. */
function placeAndNote(line: HistoryLine, words: Words): string {
  const { folderPath } = line;
  const place = folderPath === '' ? words.folders.addedByHand : folderPath;
  const note = lineNote(line, words);
  return [...(place === null ? [] : [printable(place)]), ...(note === '' ? [] : [note])].join(
    ' · ',
  );
}

function lineNote(line: HistoryLine, { credits, figures }: Words): string {
  return line.isDeviation && line.charged !== null && line.expected !== null
    ? credits.deviates(figures.number(line.charged), figures.number(line.expected))
    : '';
}
