/** What is seldom changed, folded away; the browser's own control, known to every screen reader. */
import type { ReactElement, ReactNode } from 'react';
import styles from './disclosure.module.css';

export function Disclosure({
  label,
  isForcedOpen = false,
  children,
}: Readonly<{
  label: string;
  /** Something in it needs attention. */
  isForcedOpen?: boolean;
  children: ReactNode;
}>): ReactElement {
  return (
    <details className={styles['disclosure']} {...(isForcedOpen ? { open: true } : {})}>
      <summary className={styles['label']}>{label}</summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
