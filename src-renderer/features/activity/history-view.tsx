/** Everything that happened, the latest first: searched, narrowed to what was finished, and taken along as data. */
import { type ReactElement, useMemo, useState } from 'react';
import type { LogRangeFilter } from '../../../src-shared/bridge/activity-calls.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useBridge } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useRange } from '../../data/use-range.ts';
import { DataGrid } from '../../ui/grid/data-grid.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NO_ROWS } from '../../ui/grid/grid-selection.ts';
import { ErrorNotice, FaultText } from '../../parts/notices/error-notice.tsx';
import { lastDayEdges, localDay } from '../../ui/layout/local-day.ts';
import { MenuButton } from '../../ui/overlay/menu.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';
import { useWords } from '../../words/words-context.ts';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { readReceivedNote } from '../../../src-shared/model/files/upload-evidence.ts';
import { type LogEntry, readPaidTwice } from '../../../src-shared/model/status/log-entry.ts';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { type GridColumn, MOMENT_TRACK } from '../../ui/grid/grid-column.ts';
import { StatusText } from '../../parts/files/status-text.tsx';
import type { Words } from '../../words/en.ts';
import listing from '../../ui/grid/listing.module.css';
import styles from './activity.module.css';
import { logAsCsv, logAsJson, readWholeLog } from './export-log.ts';

/** A narrower list has no room for a column of times: they stand under the names. */
const TIME_APART_REM = 32;

const SUBJECTS = ['all', 'done', 'files', 'changes'] as const;
type Subjects = (typeof SUBJECTS)[number];

const SHOWN_DAYS = 60;
const ALL = 'all';

/** A list of log entries by window; `none` says what belongs there. */
function LogGrid({
  label,
  filter,
  none,
}: Readonly<{
  label: string;
  filter: LogRangeFilter;
  none: { readonly title: string; readonly text: string };
}>): ReactElement {
  const words = useWords();
  const range = useRange('activity.log', filter);
  const [selection, setSelection] = useState(NO_ROWS);
  const columns = useMemo(() => logColumns(words), [words]);
  if (range.fault !== null) {
    return <ErrorNotice fault={range.fault} onTryAgain={range.readAgain} />;
  }
  if (range.total === null) return <Skeleton lines={6} />;
  if (range.total === 0) return <EmptyState {...none} />;
  return (
    <DataGrid
      label={label}
      columns={columns}
      rowCount={range.total}
      rowAt={range.rowAt}
      rowId={({ id }) => String(id)}
      onSight={range.see}
      selection={selection}
      onSelect={setSelection}
    />
  );
}

export function HistoryView(): ReactElement {
  const { activity, figures, files } = useWords();
  const { bridge } = useBridge();
  const [text, setText] = useState('');
  const [about, setAbout] = useState<Subjects>('all');
  const [day, setDay] = useState(ALL);
  const [fault, setFault] = useState<PageFault | null>(null);
  const days = useFinishedDays();
  const chosen = about === 'done' ? (days.find(({ atMs }) => String(atMs) === day) ?? null) : null;
  const [fromMs, toMs] = [chosen?.atMs, chosen?.endMs];
  const filter = useMemo<LogRangeFilter>(
    () => ({
      ...(text.trim() === '' ? {} : { text: text.trim() }),
      ...(about === 'all' ? {} : { about }),
      ...(fromMs === undefined ? {} : { fromMs }),
      ...(toMs === undefined ? {} : { toMs }),
    }),
    [text, about, fromMs, toMs],
  );
  const take = async (form: 'csv' | 'json') => {
    const read = await readWholeLog(bridge, filter, new AbortController().signal);
    setFault(read.ok ? null : read.fault);
    if (!read.ok) return;
    const name = `labseal-log-${localDay(Date.now())}.${form}`;
    if (form === 'csv') saveFile(name, [logAsCsv(read.value)], 'text/csv');
    else saveFile(name, [logAsJson(read.value)], 'application/json');
  };
  return (
    <>
      <div className={styles['filters']}>
        <div className={listing['search']}>
          <SearchField label={files.search} value={text} onChange={setText} />
        </div>
        <Select
          label={activity.about}
          isLabelHidden
          options={SUBJECTS.map((value) => ({ value, label: activity.subjects[value] }))}
          value={about}
          onChange={setAbout}
        />
        {about === 'done' && (
          <Select
            label={activity.day}
            isLabelHidden
            options={[
              { value: ALL, label: activity.allDays },
              ...days.map(({ atMs, count, bytes }) => ({
                value: String(atMs),
                label: `${figures.day(atMs)} · ${files.count(count)} · ${figures.size(bytes)}`,
              })),
            ]}
            value={chosen === null ? ALL : day}
            onChange={setDay}
          />
        )}
        <span className={styles['end']}>
          <MenuButton
            label={activity.exportLog}
            entries={[
              { id: 'csv', label: activity.asCsv, onAction: () => void take('csv') },
              { id: 'json', label: activity.asJson, onAction: () => void take('json') },
            ]}
          />
        </span>
      </div>
      <FaultText fault={fault} />
      <LogGrid
        label={activity.views.history}
        filter={filter}
        none={{ title: activity.noLog, text: activity.noLogText }}
      />
    </>
  );
}

/** Days by this computer's clock on which files were finished, the latest first. */
function useFinishedDays() {
  const [today] = lastDayEdges(useNow(), 1);
  const edgesMs = useMemo(() => lastDayEdges(today ?? 0, SHOWN_DAYS), [today]);
  const { value: spans } = useRead('activity.done', { edgesMs });
  return (spans ?? [])
    .map(({ files: count, bytes }, at) => {
      return { count, bytes, atMs: edgesMs[at] ?? 0, endMs: edgesMs[at + 1] ?? 0 };
    })
    .filter(({ count }) => count > 0)
    .toReversed();
}

/** What it came to, in words. */
function entryText({ subject }: LogEntry, { activity, changes, states, holds }: Words): string {
  if (subject.kind === 'change') {
    return `${changes[subject.change].label} · ${activity.changeStates[subject.state]}`;
  }
  if (subject.hold !== null) return holds[subject.hold];
  return subject.state === 'held' ? activity.held : states[subject.state];
}

/** Of an unknown upload result: what came in place of the answer; of one that is sent again, or was paid for twice: why. */
function detailOf({ note, atMs }: LogEntry, words: Words): { readonly detail?: string } {
  const twice = readPaidTwice(note);
  if (twice !== null) return { detail: words.activity.paidTwice[twice] };
  if (readWaitNote(note)?.waits === 'sent-again') return { detail: words.activity.sentAgain };
  const received = readReceivedNote(note);
  if (received === null) return {};
  return { detail: words.uploadResults.received(received, atMs, words.figures) };
}

function placeOf(subject: LogEntry['subject']): string | null {
  return subject.kind === 'file' ? subject.folderPath : null;
}

function logColumns(words: Words): readonly GridColumn<LogEntry>[] {
  const { activity, files, figures } = words;
  return [
    {
      id: 'when',
      label: files.when,
      track: MOMENT_TRACK,
      fromWidthRem: TIME_APART_REM,
      cell: ({ atMs }) => <Moment atMs={atMs} />,
    },
    {
      id: 'name',
      label: files.name,
      track: 'minmax(0, 1fr)',
      fromWidthRem: TIME_APART_REM,
      cell: ({ subject }) => (
        <span className={styles['nameCell']}>
          <PlacedName name={subject.name} folderPath={placeOf(subject)} />
        </span>
      ),
    },
    {
      id: 'name',
      label: files.name,
      track: 'minmax(0, 1fr)',
      belowWidthRem: TIME_APART_REM,
      cell: ({ subject, atMs }) => (
        <PlacedName name={subject.name} folderPath={placeOf(subject)}>
          <Moment atMs={atMs} />
        </PlacedName>
      ),
    },
    {
      id: 'what',
      label: activity.what,
      track: 'minmax(min(13rem, 48%), 0.8fr)',
      cell: (entry) =>
        entry.subject.kind === 'file' ? (
          <StatusText
            state={entry.subject.state}
            hold={entry.subject.hold}
            {...detailOf(entry, words)}
          />
        ) : (
          entryText(entry, words)
        ),
    },
    {
      id: 'size',
      label: files.size,
      track: '6rem',
      isNumber: true,
      fromWidthRem: 40,
      cell: ({ subject }) => (subject.kind === 'file' ? figures.size(subject.sizeBytes) : '—'),
    },
  ];
}
