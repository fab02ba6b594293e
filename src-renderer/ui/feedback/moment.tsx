/**
 * A moment of the past that somebody may want to cite: day and minute by this computer's clock, and in full, with
 * seconds and time zone, as the title. `isLatest`: of a proof that was there no later than then. Where only freshness matters, `AsOf` says how long ago it was.
 */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './status-text.module.css';

export function Moment({
  atMs,
  isLatest = false,
}: Readonly<{ atMs: number; isLatest?: boolean }>): ReactElement {
  const { figures, certificates } = useWords();
  const moment = figures.moment(atMs);
  return (
    <time
      className={styles['moment']}
      dateTime={new Date(atMs).toISOString()}
      title={isLatest ? certificates.noLater(moment) : moment}
    >
      {isLatest && <span>{certificates.by} </span>}
      <span>{figures.day(atMs)},</span> <span>{figures.clock(atMs)}</span>
    </time>
  );
}
