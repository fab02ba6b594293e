/** Names and what they stand for, one below the other; side by side where there is room. */
import type { ReactElement, ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  readonly label: string;
  /** Null leaves it out. */
  readonly value: ReactNode;
}

export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>): ReactElement {
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(({ value }) => value !== null)
        .map(({ label, value }) => (
          <div key={label} className={styles['fact']}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
