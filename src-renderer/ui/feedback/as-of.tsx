/** How old a figure is that was read some time ago. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './status-text.module.css';
import { useNow } from './use-now.ts';

/** `atMs` null: nothing is said. */
export function AsOf({ atMs }: Readonly<{ atMs: number | null }>): ReactElement | null {
  const { ui, figures } = useWords();
  const nowMs = useNow();
  if (atMs === null) return null;
  return (
    <time
      className={styles['detail']}
      dateTime={new Date(atMs).toISOString()}
      title={figures.moment(atMs)}
    >
      {ui.asOf(figures.whenKnown(atMs, Math.max(nowMs, atMs)))}
    </time>
  );
}
