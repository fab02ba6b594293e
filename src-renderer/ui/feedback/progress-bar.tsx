/** How much of something is done. It does not move by itself: only what was measured is shown. */
import { type ReactElement, useContext } from 'react';
import { LastKnown } from './last-known.ts';
import styles from './progress-bar.module.css';

/** `share`: 0 to 1. Nothing is shown of a host that is away: nobody knows what it does. */
export function ProgressBar({
  label,
  share,
}: Readonly<{ label: string; share: number }>): ReactElement | null {
  if (useContext(LastKnown)) return null;
  const value = Math.min(1, Math.max(0, share));
  return <progress className={styles['bar']} aria-label={label} value={value} max={1} />;
}
