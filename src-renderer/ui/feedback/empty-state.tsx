/** What a list shows instead of nothing: what belongs here, and the next steps. */
import type { ReactElement, ReactNode } from 'react';
import styles from './notice.module.css';

export function EmptyState({
  title,
  text,
  children,
}: Readonly<{ title: string; text: string; children?: ReactNode }>): ReactElement {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      <p className={styles['text']}>{text}</p>
      {children !== undefined && <div className={styles['tools']}>{children}</div>}
    </div>
  );
}
