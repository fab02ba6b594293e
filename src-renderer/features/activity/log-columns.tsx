/** How an entry of the log is shown and written: when, what, and how it stood. */
import type { LogEntry } from '../../../src-shared/model/status/log-entry.ts';
import { FileName } from '../../parts/file-name.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { StatusText } from '../../parts/status-text.tsx';
import type { Words } from '../../words/en.ts';
import styles from './activity.module.css';

/** What it came to, in words. */
export function entryText(
  { subject }: LogEntry,
  { activity, changes, states, holds }: Words,
): string {
  if (subject.kind === 'change') {
    return `${changes[subject.change].label} · ${activity.changeStates[subject.state]}`;
  }
  if (subject.hold !== null) return holds[subject.hold];
  return subject.state === 'held' ? activity.held : states[subject.state];
}

export function logColumns(words: Words, nowMs: number): readonly GridColumn<LogEntry>[] {
  const { activity, files, figures } = words;
  return [
    {
      id: 'when',
      label: files.when,
      track: '6.5rem',
      cell: ({ atMs }) => <span title={figures.moment(atMs)}>{figures.when(atMs, nowMs)}</span>,
    },
    {
      id: 'name',
      label: files.name,
      track: 'minmax(0, 1fr)',
      cell: (entry) => (
        <span className={styles['nameCell']}>
          <FileName name={entry.subject.name} />
        </span>
      ),
    },
    {
      id: 'what',
      label: activity.what,
      track: 'minmax(min(13rem, 48%), 0.8fr)',
      cell: (entry) =>
        entry.subject.kind === 'file' ? (
          <StatusText state={entry.subject.state} hold={entry.subject.hold} />
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
