/** A list that may be held still: over its head it says that more came, and shows it; nothing moves when that appears. */
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../layout/button.tsx';
import styles from './held-list.module.css';

/** `arrived`: how many came, in words; null: none. */
export function HeldList({
  arrived,
  onShow,
  children,
}: Readonly<{ arrived: string | null; onShow: () => void; children: ReactNode }>): ReactElement {
  return (
    <div className={styles['list']}>
      <div role="status" className={styles['place']}>
        {arrived !== null && (
          <span className={styles['arrived']}>
            <Button isSmall icon="arrow-up" onPress={onShow}>
              {arrived}
            </Button>
          </span>
        )}
      </div>
      {children}
    </div>
  );
}
