/** How far several files are: done, to go and in need of somebody, as a drawing. Its words stand beside it. */
import type { ReactElement } from 'react';
import { classes } from '../layout/classes.ts';
import styles from './share-bar.module.css';

export interface Shares {
  readonly done: number;
  readonly toGo: number;
  readonly needYou: number;
}

const PARTS = ['done', 'toGo', 'needYou'] as const;
const LEAST_PERCENT = 1; // one problem among a million is seen

/** Widths in percent of what there is; a part that is not empty is never too narrow to be seen. */
export function shareWidths(shares: Shares): Shares {
  const sum = PARTS.reduce((all, part) => all + shares[part], 0);
  const [done = 0, toGo = 0, needYou = 0] = PARTS.map((part) =>
    shares[part] === 0 ? 0 : Math.max(LEAST_PERCENT, (shares[part] / sum) * 100),
  );
  return { done, toGo, needYou };
}

export function ShareBar({ shares }: Readonly<{ shares: Shares }>): ReactElement {
  const widths = shareWidths(shares);
  return (
    <span className={styles['track']} aria-hidden="true">
      {PARTS.map((part) => (
        <span
          key={part}
          className={classes(styles['part'], styles[part])}
          style={{ width: `${widths[part]}%` }}
        />
      ))}
    </span>
  );
}
