/** The steps of one file as a checklist: done, now, not yet, or where it stopped. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useWords } from '../../words/words-context.ts';
import { classes } from '../../ui/layout/classes.ts';
import hidden from '../../ui/layout/hidden.module.css';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import styles from './pipeline.module.css';
import prose from '../../ui/layout/prose.module.css';

export type StepStage = 'done' | 'current' | 'waiting' | 'broken';

export interface Step {
  readonly id: string;
  readonly label: string;
  readonly stage: StepStage;
  /** What stands at its end: a time, a price. */
  readonly side?: string;
  /** Where it is taken, while it is not done. */
  readonly to?: string;
}

const ICONS: Readonly<Record<StepStage, IconName>> = {
  done: 'circle-check',
  current: 'circle-play',
  waiting: 'circle',
  broken: 'octagon-exclamation-point',
};

export function Pipeline({
  label,
  steps,
}: Readonly<{ label: string; steps: readonly Step[] }>): ReactElement {
  const { ui } = useWords();
  return (
    <ol aria-label={label} className={styles['steps']}>
      {steps.map((step) => (
        <li
          key={step.id}
          className={classes(styles['step'], styles[step.stage])}
          aria-current={step.stage === 'current' ? 'step' : undefined}
        >
          <Icon name={ICONS[step.stage]} />
          <span className={styles['label']}>
            {step.to === undefined || step.stage === 'done' ? (
              step.label
            ) : (
              <Link to={step.to}>{step.label}</Link>
            )}
            <span className={hidden['hidden']}> – {ui[step.stage]}</span>
          </span>
          {step.side !== undefined && <span className={prose['small']}>{step.side}</span>}
        </li>
      ))}
    </ol>
  );
}
