/** What the invitations cost that were not sent yet, and what is left of the balance once everything that waits was sent. */
import type { ReactElement } from 'react';
import type { OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import type { PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './members.module.css';

export function UnsentCost({
  marks,
  outbox,
  nowMs,
}: Readonly<{
  marks: readonly PendingMark[];
  outbox: OutboxView | null;
  nowMs: number;
}>): ReactElement | null {
  const { members, ui, figures } = useWords();
  const credits = marks
    .filter(({ stage }) => stage === 'waiting')
    .reduce((sum, mark) => sum + mark.credits, 0);
  if (credits === 0) return null;
  const balance = outbox?.balance ?? null;
  return (
    <p className={styles['quiet']}>
      {members.unsentCost(ui.credits(credits))}
      {balance !== null &&
        ` · ${members.balanceAfter(figures.number(balance.credits), figures.number(balance.after))} (${ui.asOf(figures.when(balance.atMs, nowMs))})`}
    </p>
  );
}
