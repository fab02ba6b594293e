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
    <details
      className={styles['disclosure']}
      {...(isForcedOpen ? { open: true } : {})}
      onToggle={({ currentTarget }) => {
        // What opens below the edge of the window, or under a bar, would seem not to have opened.
        if (currentTarget.open && !isForcedOpen) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className={styles['label']}>{label}</summary>
      <div className={styles['content']}>{children}</div>
    </details>
  );
}
