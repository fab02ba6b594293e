/** A bar of several parts, as a drawing. Its words stand beside it. */
import type { ReactElement } from 'react';
import { classes } from '../layout/classes.ts';
import styles from './parts-bar.module.css';

type PartLook = 'spent' | 'reserved' | 'queued' | 'done' | 'toGo' | 'needYou';

/** `percents`: the width of each part. */
export function PartsBar({
  percents,
}: Readonly<{ percents: Readonly<Partial<Record<PartLook, number>>> }>): ReactElement {
  return (
    <span className={styles['track']} aria-hidden="true">
      {Object.entries(percents).map(([part, percent]) => (
        <span
          key={part}
          className={classes(styles['part'], styles[part])}
          style={{ width: `${percent}%` }}
        />
      ))}
    </span>
  );
}
