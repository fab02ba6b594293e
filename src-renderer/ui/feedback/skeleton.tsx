/**
 * Holds the place of what is still being read, after a moment in which nothing flickers. It does not move. What has not
 * come after a while may never come: that is said, with a way to read everything again.
 */
import { useEffect, useState, type ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../layout/button.tsx';
import hidden from '../layout/hidden.module.css';
import styles from './skeleton.module.css';

/** Nobody waits longer without a word. What comes later is shown all the same. */
export const LONGEST_WAIT_MS = 15_000;

export function Skeleton({ lines = 3 }: Readonly<{ lines?: number }>): ReactElement {
  const { ui, faults } = useWords();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isLate) {
    return (
      <div role="status" className={styles['late']}>
        <p>{ui.late}</p>
        <Button onPress={() => window.location.reload()}>{faults.tryAgain}</Button>
      </div>
    );
  }
  return (
    <div className={styles['lines']}>
      <span className={hidden['hidden']}>{ui.loading}</span>
      {Array.from({ length: lines }, (_line, index) => (
        <span key={index} className={styles['line']} aria-hidden="true" />
      ))}
    </div>
  );
}
