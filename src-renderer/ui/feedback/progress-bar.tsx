/** How much of something is done. It does not move by itself: only what was measured is shown. */
import type { ReactElement } from 'react';
import styles from './progress-bar.module.css';

/** `share`: 0 to 1. */
export function ProgressBar({
  label,
  share,
}: Readonly<{ label: string; share: number }>): ReactElement {
  const value = Math.min(1, Math.max(0, share));
  return <progress className={styles['bar']} aria-label={label} value={value} max={1} />;
}
