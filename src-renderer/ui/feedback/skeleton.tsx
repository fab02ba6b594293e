/** Holds the place of what is still being read, after a moment in which nothing flickers. It does not move. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import hidden from '../layout/hidden.module.css';
import styles from './skeleton.module.css';

export function Skeleton({ lines = 3 }: Readonly<{ lines?: number }>): ReactElement {
  const { ui } = useWords();
  return (
    <div className={styles['lines']}>
      <span className={hidden['hidden']}>{ui.loading}</span>
      {Array.from({ length: lines }, (_line, index) => (
        <span key={index} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  );
}
