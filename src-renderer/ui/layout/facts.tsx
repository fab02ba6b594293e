/** Names and what they stand for, one below the other; side by side where there is room. */
import type { ReactElement, ReactNode } from 'react';
import styles from './facts.module.css';

export interface Fact {
  readonly label: string;
  /** Beside the label, such as what explains it. */
  readonly mark?: ReactNode;
  /** Null leaves it out. */
  readonly value: ReactNode;
}

export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>): ReactElement {
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(({ value }) => value !== null)
        .map(({ label, mark, value }) => (
          <div key={label} className={styles['fact']}>
            <dt>
              {label}
              {mark !== undefined && <> {mark}</>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
