/** The one thing to know about how Labseal is doing: what it is, what it means, what to do. */
import type { ReactElement, ReactNode } from 'react';
import { classes } from '../../ui/layout/classes.ts';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import styles from '../../ui/feedback/notice.module.css';

export type Severity = 'info' | 'attention' | 'blocking';

const ICONS: Readonly<Record<Severity, IconName>> = {
  info: 'info',
  attention: 'triangle-exclamation-point',
  blocking: 'octagon-exclamation-point',
};

export function HealthBanner({
  severity,
  title,
  text = '',
  children,
}: Readonly<{
  severity: Severity;
  title: string;
  text?: string;
  /** Its buttons. */
  children?: ReactNode;
}>): ReactElement {
  return (
    <section aria-label={title} className={classes(styles['notice'], styles[severity])}>
      <div className={styles['head']}>
        <span className={styles['mark']}>
          <Icon name={ICONS[severity]} />
        </span>
        <p className={styles['words']}>
          <strong className={styles['title']}>{title}</strong>{' '}
          <span aria-live="off" className={styles['text']}>
            {text}
          </span>
        </p>
      </div>
      <div className={styles['tools']}>{children}</div>
    </section>
  );
}
