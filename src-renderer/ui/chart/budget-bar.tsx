/** What of a budget is spent, reserved, queued and left: the numbers in words, and the same as a drawing. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import styles from './budget-bar.module.css';
import { classes } from '../layout/classes.ts';

export interface Budget {
  readonly limit: number;
  readonly spent: number;
  readonly reserved: number;
  readonly queued: number;
}

/** Widths in percent; more than the limit fills the bar and no more, in the order in which it will be spent. */
export function budgetParts({ limit, spent, reserved, queued }: Budget) {
  const share = (credits: number) => (limit <= 0 ? 0 : (credits / limit) * 100);
  const spentShare = Math.min(100, share(spent));
  const reservedShare = Math.min(100 - spentShare, share(reserved));
  const queuedShare = Math.min(100 - spentShare - reservedShare, share(queued));
  return { spentShare, reservedShare, queuedShare };
}

export function BudgetBar({
  label,
  budget,
}: Readonly<{ label: string; budget: Budget }>): ReactElement {
  const { ui } = useWords();
  const { spentShare, reservedShare, queuedShare } = budgetParts(budget);
  const left = Math.max(0, budget.limit - budget.spent - budget.reserved - budget.queued);
  return (
    <div role="group" aria-label={label} className={styles['budget']}>
      <span className={styles['track']} aria-hidden="true">
        <span
          className={classes(styles['part'], styles['spent'])}
          style={{ width: `${spentShare}%` }}
        />
        <span
          className={classes(styles['part'], styles['reserved'])}
          style={{ width: `${reservedShare}%` }}
        />
        <span
          className={classes(styles['part'], styles['queued'])}
          style={{ width: `${queuedShare}%` }}
        />
      </span>
      <span className={styles['words']}>
        {[
          ui.spent(budget.spent),
          ui.reserved(budget.reserved),
          ui.queued(budget.queued),
          ui.left(left),
        ].join(' · ')}
      </span>
    </div>
  );
}
