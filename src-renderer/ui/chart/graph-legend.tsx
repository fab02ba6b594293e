/** What the colours of a drawing's boxes stand for. */
import type { ReactElement } from 'react';
import { classes } from '../layout/classes.ts';
import type { GraphTone } from './graph.tsx';
import styles from './graph.module.css';

export function GraphLegend({
  label,
  tones,
}: Readonly<{
  label: string;
  tones: readonly { readonly tone: GraphTone; readonly text: string }[];
}>): ReactElement {
  return (
    <ul aria-label={label} className={styles['legend']}>
      {tones.map(({ tone, text }) => (
        <li key={tone}>
          <span className={classes(styles['swatch'], styles[tone])} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
