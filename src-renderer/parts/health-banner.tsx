/** The one thing to know about how Labseal is doing: what it is, what it means, what to do. Others are counted. */
import type { ReactElement, ReactNode } from 'react';
import { useWords } from '../words/words-context.ts';
import { classes } from '../ui/layout/classes.ts';
import { Icon, type IconName } from '../ui/layout/icon.tsx';
import styles from '../ui/feedback/notice.module.css';

export type Severity = 'info' | 'attention' | 'blocking';

const ICONS: Readonly<Record<Severity, IconName>> = {
  info: 'info',
  attention: 'triangle-exclamation-point',
  blocking: 'octagon-exclamation-point',
};

export function HealthBanner({
  severity,
  title,
  text,
  moreCount = 0,
  children,
}: Readonly<{
  severity: Severity;
  title: string;
  text: string;
  /** How many other things there are. */
  moreCount?: number;
  /** Its buttons. */
  children?: ReactNode;
}>): ReactElement {
  const { ui } = useWords();
  return (
    <section aria-label={title} className={classes(styles['notice'], styles[severity])}>
      <div className={styles['head']}>
        <span className={styles['mark']}>
          <Icon name={ICONS[severity]} />
        </span>
        <p className={styles['words']}>
          <strong className={styles['title']}>{title}</strong>{' '}
          <span className={styles['text']}>{text}</span>
        </p>
      </div>
      <div className={styles['tools']}>
        {moreCount > 0 && <span className={styles['text']}>{ui.more(moreCount)}</span>}
        {children}
      </div>
    </section>
  );
}
