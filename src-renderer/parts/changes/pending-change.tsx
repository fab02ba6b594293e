/** Marks a change that has not reached the service, with its state in words. */
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { classes } from '../../ui/layout/classes.ts';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import styles from '../../ui/feedback/status-text.module.css';
import tones from '../../ui/feedback/tones.module.css';
import type { PendingMark as Mark } from '../../../src-shared/model/changes/pending-view.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { pathTo } from '../../paths.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { refusalText } from '../../words/change-outcome.ts';
import type { Words } from '../../words/en.ts';

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
  const { pending, ui } = words;
  const { stage, changeId } = mark;
  return (
    <div className={styles['waiting']}>
      <PendingMark stage={stage} text={text ?? pendingText(mark, words, isAgreed)} />
      {stage === 'waiting' && (
        <Button
          isSmall
          icon="undo"
          isPending={undoing === changeId}
          aria-label={pending.undoOf(name)}
          onPress={() => undo(changeId)}
        >
          {ui.undo}
        </Button>
      )}
      {children}
      {(stage === 'unknown' || (stage === 'refused' && children === null)) && (
        <LinkButton isSmall to={pathTo('outbox')} label={pending.reviewOf(name)}>
          {pending.review}
        </LinkButton>
      )}
    </div>
  );
}

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
          <Link to={pathTo('outbox')}>{pending.seeOutbox}</Link>
        </p>
      )}
    </div>
  );
}

/** `isAgreed`: it goes by itself for its price; without that a change that costs waits for a person's word. */
function pendingText(mark: Mark, words: Words, isAgreed = true): string {
  const { pending } = words;
  switch (mark.stage) {
    case 'waiting':
      return waitingText(mark, words, isAgreed);
    case 'sending':
      return pending.sending;
    case 'unknown':
      return pending.unknown;
    case 'refused':
      return mark.cause === null ? pending.edited : pending.refused(refusalText(mark.cause, words));
    default:
      return assertNever(mark.stage);
  }
}

/** How a change that has not reached the service stands, in one grammar for people, projects, tags and the profile. */
function waitingText({ kind, credits }: Mark, { changes, pending, ui }: Words, isAgreed: boolean) {
  const price = ui.credits(credits);
  if (credits > 0 && !isAgreed) return pending.needsWord(price);
  return changes[kind].waiting?.(price) ?? pending.edited;
}
