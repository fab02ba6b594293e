/** How old a figure is that was read some time ago. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './status-text.module.css';

export function AsOf({ atMs, nowMs }: Readonly<{ atMs: number; nowMs: number }>): ReactElement {
  const { ui, figures } = useWords();
  return (
    <time
      className={styles['detail']}
      dateTime={new Date(atMs).toISOString()}
      title={figures.moment(atMs)}
    >
      {ui.asOf(figures.when(atMs, Math.max(nowMs, atMs)))}
    </time>
  );
}
