/** What of a budget is spent, reserved, queued and left: the numbers in words, and the same as a drawing. */
import type { ReactElement } from 'react';
import { useWords } from '../../words/words-context.ts';
import arrangement from '../layout/arrangement.module.css';
import prose from '../layout/prose.module.css';
import { PartsBar } from './parts-bar.tsx';

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
  const { limit, spent, reserved, queued } = budget;
  const left = limit - spent - reserved - queued;
  return (
    <div role="group" aria-label={label} className={arrangement['close']}>
      <PartsBar percents={{ spent: spentShare, reserved: reservedShare, queued: queuedShare }} />
      <span className={prose['small']}>
        {[
          ui.spent(spent),
          ui.reserved(reserved),
          ui.queued(queued),
          left < 0 ? ui.short(-left) : ui.left(left),
        ].join(' · ')}
      </span>
    </div>
  );
}
