/** What needs attention, all of it, and what was decided and is not sent yet. */
import type { ReactElement } from 'react';
import { useInbox } from '../../data/use-inbox.ts';
import { DecidedList } from '../../parts/inbox/decided-list.tsx';
import { InboxList } from '../../parts/inbox/inbox-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './activity.module.css';

export function NeedsAttentionView(): ReactElement {
  const { activity, inbox } = useWords();
  const nowMs = useNow();
  const reading = useInbox(nowMs);
  return (
    <div className={styles['stack']}>
      {reading.isKnown && reading.inbox.count === 0 && (
        <EmptyState title={inbox.nothing} text={activity.nothingNeedsYouText} />
      )}
      <InboxList reading={reading} nowMs={nowMs} />
      <DecidedList nowMs={nowMs} />
    </div>
  );
}
