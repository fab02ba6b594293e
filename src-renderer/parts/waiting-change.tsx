/** A change that has not reached the service, where its effect is shown: how it stands, and the way back while it waits. */
import type { ReactElement, ReactNode } from 'react';
import type { PendingMark as Mark } from '../../src-shared/model/changes/pending-view.ts';
import { pendingText } from '../words/pending-text.ts';
import { useWords } from '../words/words-context.ts';
import { Button } from '../ui/layout/button.tsx';
import { LinkButton } from '../ui/layout/link-button.tsx';
import { PendingMark } from './pending-mark.tsx';
import styles from '../ui/feedback/status-text.module.css';

/** `text`: instead of what is said of such a change in general. */
export function WaitingChange({
  mark,
  name,
  text,
  isAgreed = true,
  undo: { undo, undoing },
  children = null,
}: Readonly<{
  mark: Mark;
  /** Of what it is about, for the names of the buttons. */
  name: string;
  text?: string;
  isAgreed?: boolean;
  undo: Readonly<{ undo: (changeId: number) => void; undoing: number | null }>;
  /** What can be done here about one that was not accepted; without it the outbox is the place. */
  children?: ReactNode;
}>): ReactElement {
  const words = useWords();
  const { pending } = words;
  const { stage, changeId } = mark;
  return (
    <span className={styles['waiting']}>
      <PendingMark stage={stage} text={text ?? pendingText(mark, words, isAgreed)} />
      {stage === 'waiting' && (
        <Button
          isSmall
          icon="undo"
          isPending={undoing === changeId}
          aria-label={pending.undoOf(name)}
          onPress={() => undo(changeId)}
        >
          {pending.undo}
        </Button>
      )}
      {children}
      {(stage === 'unknown' || (stage === 'refused' && children === null)) && (
        <LinkButton isSmall to="/outbox" label={pending.reviewOf(name)}>
          {pending.review}
        </LinkButton>
      )}
    </span>
  );
}
