/** How many changes of what is on screen have not reached the service, and where all of them are. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { PendingMark as Mark } from '../../src-shared/model/changes/pending-view.ts';
import { useWords } from '../words/words-context.ts';
import { PendingMark } from './pending-mark.tsx';
import styles from '../ui/feedback/status-text.module.css';

/** Several marks of one change count once. */
export function UnsentNotice({ marks }: Readonly<{ marks: readonly Mark[] }>): ReactElement {
  const { pending } = useWords();
  const count = (stages: readonly Mark['stage'][]) =>
    new Set(marks.flatMap(({ stage, changeId }) => (stages.includes(stage) ? [changeId] : [])))
      .size;
  const waiting = count(['waiting', 'sending']);
  const asking = count(['refused', 'unknown']);
  return (
    <div role="status" className={styles['live']}>
      {waiting + asking > 0 && (
        <p className={styles['waiting']}>
          {waiting > 0 && <PendingMark stage="waiting" text={pending.changesWait(waiting)} />}
          {asking > 0 && <PendingMark stage="refused" text={pending.needYou(asking)} />}
          <Link to="/outbox">{pending.seeOutbox}</Link>
        </p>
      )}
    </div>
  );
}
