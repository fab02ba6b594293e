/** The check box of a row, or of all: shows and takes what is chosen. The grid handles its presses and its keys. */
import type { ReactElement } from 'react';
import { Icon } from '../layout/icon.tsx';
import styles from './data-grid.module.css';

export function RowBox({
  label,
  isChosen,
  of,
}: Readonly<{ label: string; isChosen: boolean | 'mixed'; of: 'row' | 'all' }>): ReactElement {
  return (
    <span
      role="checkbox"
      tabIndex={-1}
      aria-checked={isChosen}
      aria-label={label}
      data-box={of}
      className={styles['box']}
    >
      <span className={styles['boxMark']}>
        {isChosen !== false && (
          <Icon name={isChosen === 'mixed' ? 'minus' : 'check'} size={0.875} />
        )}
      </span>
    </span>
  );
}
