/**
 * A moment of the past that somebody may want to cite: day and minute by this computer's clock, and in full, with
 * seconds and time zone, as the title. Where only freshness matters, `AsOf` says how long ago it was.
 */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './status-text.module.css';

export function Moment({ atMs }: Readonly<{ atMs: number }>): ReactElement {
  const { figures } = useWords();
  return (
    <time
      className={styles['moment']}
      dateTime={new Date(atMs).toISOString()}
      title={figures.moment(atMs)}
    >
      <span>{figures.day(atMs)},</span> <span>{figures.clock(atMs)}</span>
    </time>
  );
}
