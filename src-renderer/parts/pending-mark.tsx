/** Marks a change that has not reached the service, with how it stands in words. */
import type { ReactElement } from 'react';
import { classes } from '../ui/layout/classes.ts';
import { Icon, type IconName } from '../ui/layout/icon.tsx';
import styles from '../ui/feedback/status-text.module.css';
import tones from '../ui/feedback/tones.module.css';

export type PendingStage = 'waiting' | 'sending' | 'unknown' | 'refused';

const LOOKS = {
  waiting: { icon: 'clock-arrow-up', role: 'neutral' },
  sending: { icon: 'arrow-up-from-line', role: 'active' },
  unknown: { icon: 'radar', role: 'warn' },
  refused: { icon: 'triangle-exclamation-point', role: 'warn' },
} as const satisfies Readonly<Record<PendingStage, { icon: IconName; role: string }>>;

export function PendingMark({
  stage,
  text,
}: Readonly<{ stage: PendingStage; text: string }>): ReactElement {
  const { icon, role } = LOOKS[stage];
  return (
    <span className={classes(styles['line'], tones[role])}>
      <Icon name={icon} />
      <span>{text}</span>
    </span>
  );
}
