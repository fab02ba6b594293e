/**
 * Everything that happened, as a story, the latest first: a line for what belongs together, which opens to its files. It is
 * searched, narrowed to what was finished, and taken along as data.
 */
import { type ReactElement, type ReactNode, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { HistoryFilter, LogRangeFilter } from '../../../src-shared/bridge/activity-calls.ts';
import type { PageFault, Bridge } from '../../bridge/bridge.ts';
import { useBridge } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useHeldList } from '../../data/use-held-list.ts';
import { useHeldRange, useRange } from '../../data/use-range.ts';
import { HeldList } from '../../ui/grid/held-list.tsx';
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
import {
  type HistoryLine,
  placePath,
  readMovedFrom,
} from '../../../src-shared/model/status/history-line.ts';
import { printable, printableJson } from '../../../src-shared/model/text/printable.ts';
import { FolderPath, PlacedName } from '../../parts/files/placed-name.tsx';
import { type GridColumn, MOMENT_TRACK } from '../../ui/grid/grid-column.ts';
import { statusLook } from '../../parts/files/status-appearance.ts';
import { StatusText } from '../../parts/files/status-text.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import { useScrollMemory } from '../../ui/grid/use-scroll-memory.ts';
import tones from '../../ui/feedback/tones.module.css';
import type { Words } from '../../words/en.ts';
import listing from '../../ui/grid/listing.module.css';
import styles from './activity.module.css';
import { csvText } from '../../../src-shared/model/text/csv.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import { isoFromMs } from '../../../src-shared/model/text/time.ts';

/** A narrower list has no room for a column of times: they stand under the names. */
const TIME_APART_REM = 32;

const SUBJECTS = ['all', 'done', 'files', 'changes'] as const;
type Subjects = (typeof SUBJECTS)[number];

const SHOWN_DAYS = 60;
const ALL = 'all';

/** The lines of the story by window. */
function StoryGrid({
  filter,
  onOpen,
}: Readonly<{ filter: HistoryFilter; onOpen: (line: HistoryLine) => void }>): ReactElement {
  const words = useWords();
  const { activity } = words;
  const range = useHeldRange('activity.lines', filter);
  const [selection, setSelection] = useState(NO_ROWS);
  const columns = useMemo(() => storyColumns(words), [words]);
  const held = useHeldList(range);
  const scrollMemory = useScrollMemory();
  if (range.fault !== null) {
    return <ErrorNotice fault={range.fault} onTryAgain={range.readAgain} />;
  }
  if (range.total === null) return <Skeleton lines={6} />;
  if (range.total === 0) return <EmptyState title={activity.noLog} text={activity.noLogText} />;
  return (
    <HeldList
      arrived={range.arrived > 0 ? activity.arrived(range.arrived) : null}
      onShow={held.showArrived}
    >
      <DataGrid
        label={activity.views.history}
        columns={columns}
        rowCount={range.total}
        rowAt={range.rowAt}
        rowId={({ id }) => String(id)}
        onSight={range.see}
        onAttend={held.onAttend}
        goToTop={held.goToTop}
        scrollMemory={scrollMemory}
        selection={selection}
        onSelect={setSelection}
        opensOnClick
        onOpen={(line) => {
          if (line.latest?.subject.kind === 'file' || (line.latest !== null && line.files > 1))
            onOpen(line);
        }}
      />
    </HeldList>
  );
}

/** What one line tells: its files, or all that happened to a single one. */
function OpenLine({
  lineId,
  text,
  onClose,
}: Readonly<{ lineId: number; text: string; onClose: () => void }>): ReactElement {
  const words = useWords();
  const { activity, story } = words;
  const asked = useMemo(() => ({ filter: { lineIds: [lineId] }, first: 0, count: 1 }), [lineId]);
  const { value, fault, readAgain } = useRead('activity.lines', asked);
  const line = value?.rows[0] ?? null;
  const single = line?.files === 1 && line.latest?.subject.kind === 'file' ? line.latest : null;
  const fileId = single?.subject.id ?? null;
  const filter = useMemo<LogRangeFilter>(
    () => (fileId === null ? { lineId, ...(text === '' ? {} : { text }) } : { fileId }),
    [fileId, lineId, text],
  );
  return (
    <>
      <div className={styles['opened']}>
        <Button icon="chevron-left" onPress={onClose}>
          {activity.toHistory}
        </Button>
        <h2>{line === null ? '' : printable(story.sentence(line))}</h2>
      </div>
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      {value !== null && line === null && (
        <EmptyState title={activity.noLine} text={activity.noLineText} />
      )}
      {line !== null && <LogGrid label={story.sentence(line)} filter={filter} />}
    </>
  );
}

/** A list of log entries by window. */
function LogGrid({
  label,
  filter,
}: Readonly<{ label: string; filter: LogRangeFilter }>): ReactElement {
  const words = useWords();
  const range = useRange('activity.log', filter);
  const [selection, setSelection] = useState(NO_ROWS);
  const columns = useMemo(() => logColumns(words), [words]);
  if (range.fault !== null) {
    return <ErrorNotice fault={range.fault} onTryAgain={range.readAgain} />;
  }
  if (range.total === null) return <Skeleton lines={6} />;
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
  const [address, setAddress] = useSearchParams();
  const [text, setText] = useState(() => address.get('text') ?? '');
  const [about, setAbout] = useState<Subjects>('all');
  const [day, setDay] = useState(ALL);
  const [fault, setFault] = useState<PageFault | null>(null);
  const navigate = useNavigate();
  const days = useFinishedDays();
  const chosen = about === 'done' ? (days.find(({ atMs }) => String(atMs) === day) ?? null) : null;
  const [fromMs, toMs] = [chosen?.atMs, chosen?.endMs];
  const filter = useMemo<HistoryFilter>(
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
  const openLine = address.get('line');
  if (openLine !== null && /^\d{1,15}$/.test(openLine)) {
    return (
      <OpenLine lineId={Number(openLine)} text={text.trim()} onClose={() => void navigate(-1)} />
    );
  }
  const search = (typed: string) => {
    setText(typed);
    setAddress(addressOf(typed), { replace: true });
  };
  return (
    <>
      <div className={styles['filters']}>
        <div className={listing['search']}>
          <SearchField label={files.search} value={text} onChange={search} />
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
      <StoryGrid
        filter={filter}
        onOpen={({ id }) => setAddress({ ...addressOf(text), line: String(id) })}
      />
    </>
  );
}

function addressOf(text: string): Record<string, string> {
  return { view: 'history', ...(text.trim() === '' ? {} : { text: text.trim() }) };
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
function entryText(
  { subject }: LogEntry,
  { activity, changes, states, holds, story }: Words,
): string {
  if (subject.kind === 'change') {
    return `${changes[subject.change].label} · ${story.changeStates[subject.state]}`;
  }
  if (subject.hold !== null) return holds[subject.hold];
  return subject.state === 'held' ? activity.held : states[subject.state];
}

/**
 * Of an unknown upload result: what came in place of the answer; of one that is sent again, or was paid for twice: why; of one
 * that moved: where it was.
 */
function detailOf({ note, atMs }: LogEntry, words: Words): { readonly detail?: string } {
  const twice = readPaidTwice(note);
  if (twice !== null) return { detail: words.activity.paidTwice[twice] };
  if (readWaitNote(note)?.waits === 'sent-again') return { detail: words.activity.sentAgain };
  const before = readMovedFrom(note);
  if (before !== null) return { detail: words.activity.was(printable(placePath(before))) };
  const received = readReceivedNote(note);
  if (received === null) return {};
  return { detail: words.uploadResults.received(received, atMs, words.figures) };
}

/** The sentence, and below it where that was, or from when to when. */
function StoryText({
  line,
  children,
}: Readonly<{
  line: HistoryLine;
  /** What else stands below. */
  children?: ReactNode;
}>): ReactElement {
  const words = useWords();
  const { latest, files, beganAtMs, atMs } = line;
  const subject = latest?.subject ?? null;
  const look = subject?.kind === 'file' ? statusLook(subject.state, subject.hold, words) : null;
  const text = printable(words.story.sentence(line));
  // Where a single file was before, the sentence of a move says.
  const isMove = line.what !== 'changed' && latest !== null && readMovedFrom(latest.note) !== null;
  const hasDetail = latest !== null && files === 1 && !isMove;
  const { detail } = hasDetail ? detailOf(latest, words) : {};
  const [from, to] = [words.figures.clock(beganAtMs), words.figures.clock(atMs)];
  return (
    <span className={listing['nameCell']}>
      <span className={classes(styles['sentence'], tones[look?.role ?? 'neutral'])} title={text}>
        {look !== null && <Icon name={look.icon} />}
        <span>{text}</span>
      </span>
      <span className={listing['place']}>
        {children}
        {(files > 1 || line.what === 'service-away') && from !== to && (
          <span>{words.activity.fromTo(from, to)}</span>
        )}
        {files === 1 && subject?.kind === 'file' && subject.folderPath !== null && (
          <FolderPath path={subject.folderPath} />
        )}
        {detail !== undefined && <span className={listing['second']}>{detail}</span>}
      </span>
    </span>
  );
}

function storyColumns({ activity, files }: Words): readonly GridColumn<HistoryLine>[] {
  const what = { id: 'what', label: activity.what, track: 'minmax(0, 1fr)' };
  return [
    {
      id: 'when',
      label: files.when,
      track: MOMENT_TRACK,
      fromWidthRem: TIME_APART_REM,
      cell: ({ atMs }) => <Moment atMs={atMs} />,
    },
    { ...what, fromWidthRem: TIME_APART_REM, cell: (line) => <StoryText line={line} /> },
    {
      ...what,
      belowWidthRem: TIME_APART_REM,
      cell: (line) => (
        <StoryText line={line}>
          <Moment atMs={line.atMs} />
        </StoryText>
      ),
    },
  ];
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

const WINDOW = 300;

/** Reads the whole log, window after window, the latest first. What is added meanwhile is left out. Rejects on abort. */
export async function readWholeLog(
  bridge: Pick<Bridge, 'call'>,
  filter: LogRangeFilter,
  signal: AbortSignal,
): Promise<Result<readonly LogEntry[], PageFault>> {
  const entries: LogEntry[] = [];
  for (;;) {
    const beforeId = entries.at(-1)?.id;
    const from = beforeId === undefined ? filter : { ...filter, beforeId };
    const answer = await bridge.call(
      'activity.log',
      { filter: from, first: 0, count: WINDOW },
      signal,
    );
    if (!answer.ok) return answer;
    entries.push(...answer.value.rows);
    if (answer.value.rows.length < WINDOW) return ok(entries);
  }
}

const HEAD = ['time', 'what', 'name', 'state', 'hold', 'bytes', 'note', 'number'];

export function logAsCsv(entries: readonly LogEntry[]): string {
  const rows = entries.map(({ id, atMs, subject, note }) => {
    const isFile = subject.kind === 'file';
    const [what, hold, bytes] = isFile
      ? ['file', subject.hold, subject.sizeBytes]
      : [subject.change, null, null];
    return [isoFromMs(atMs), what, subject.name, subject.state, hold, bytes, note, id];
  });
  return csvText(HEAD, rows);
}

export function logAsJson(entries: readonly LogEntry[]): string {
  const rows = entries.map(({ atMs, ...entry }) => ({ at: isoFromMs(atMs), ...entry }));
  return `${printableJson(rows, 2)}\n`;
}
