/** What happened to one file, the latest first. */
import { useMemo, type ReactElement } from 'react';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRead } from '../../data/use-read.ts';
import { StatusText } from '../../parts/status-text.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './files.module.css';

const MOST_ENTRIES = 50;
const STALE_ON: readonly PageEvent['kind'][] = ['files-changed'];

export function FileHistory({ fileId }: Readonly<{ fileId: string }>): ReactElement | null {
  const { files, figures } = useWords();
  const nowMs = useNow();
  const input = useMemo(() => ({ filter: { fileId }, first: 0, count: MOST_ENTRIES }), [fileId]);
  const { value } = useRead('activity.log', input, STALE_ON);
  if (value === null || value.rows.length === 0) return null;
  return (
    <section aria-labelledby="file-history" className={styles['history']}>
      <h2 id="file-history">{files.history}</h2>
      <ol className={styles['entries']}>
        {value.rows.map(({ id, atMs, subject }) => (
          <li key={id} className={styles['entry']}>
            {subject.kind === 'file' ? (
              <StatusText state={subject.state} hold={subject.hold} />
            ) : (
              <span>{subject.name}</span>
            )}
            <time
              dateTime={new Date(atMs).toISOString()}
              title={figures.moment(atMs)}
              className={styles['quiet']}
            >
              {figures.when(atMs, Math.max(nowMs, atMs))}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
