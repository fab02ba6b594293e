/** The outcome of a comparison: one of three, in words first. It never says more than was proven. */
import type { ReactElement, ReactNode } from 'react';
import { classes } from '../../ui/layout/classes.ts';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import styles from '../../ui/feedback/notice.module.css';

export type VerdictKind = 'match' | 'differs' | 'unsure';

const ICONS: Readonly<Record<VerdictKind, IconName>> = {
  match: 'circle-check',
  differs: 'circle-x',
  unsure: 'circle-question-mark',
};

/** Beside words that say the same. */
export function VerdictIcon({ kind }: Readonly<{ kind: VerdictKind }>): ReactElement {
  return (
    <span className={classes(styles['mark'], styles[kind])}>
      <Icon name={ICONS[kind]} />
    </span>
  );
}

export function Verdict({
  kind,
  title,
  children,
}: Readonly<{ kind: VerdictKind; title: string; children: ReactNode }>): ReactElement {
  return (
    <section
      aria-label={title}
      className={classes(styles['notice'], styles['stacked'], styles[kind])}
    >
      <div className={styles['head']}>
        <span className={styles['mark']}>
          <Icon name={ICONS[kind]} />
        </span>
        <strong className={styles['verdict']}>{title}</strong>
      </div>
      <div className={styles['words']}>{children}</div>
    </section>
  );
}
