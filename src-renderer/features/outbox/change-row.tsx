/** One change that costs credits: what it is, what it costs, how it stands, and what can be decided about it. */
import { useState, type ReactElement } from 'react';
import { changeCredits, isPutAway, type Change } from '../../../src-shared/model/change.ts';
import { useSend } from '../../bridge/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PendingMark, type PendingStage } from '../../ui/pending-mark.tsx';
import { outcomeText } from '../../words/change-outcome.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './outbox.module.css';

const STAGES: Readonly<Record<Change['state']['state'], PendingStage | null>> = {
  waiting: 'waiting',
  sending: 'sending',
  unknown: 'unknown',
  left: 'unknown',
  refused: 'refused',
  delivered: null,
  withdrawn: null,
};

/** "Invite Bo Ek". */
export function changeName({ intent }: Change, { outbox }: Words): string {
  switch (intent.kind) {
    case 'create-project':
      return outbox.createProject(intent.project.name);
    case 'invite-member':
      return outbox.invite(intent.userName);
    case 'delete-file':
      return outbox.deleteFile(intent.fileName);
    case 'remove-member':
      return outbox.removeMember(intent.userName);
    case 'activate-member':
      return outbox.activateMember(intent.userName);
    case 'edit-project':
      return outbox.editProject(intent.projectName);
    case 'create-tag':
      return outbox.createTag(intent.name);
    case 'edit-profile':
      return outbox.editProfile;
    case 'set-avatar':
      return outbox.setAvatar;
    default:
      return intent satisfies never;
  }
}

export function ChangeRow({ change }: Readonly<{ change: Change }>): ReactElement {
  const words = useWords();
  const { outbox, ui, spending } = words;
  const { send, isPending, fault, forget } = useSend('outbox.resolve');
  const [isAsking, setIsAsking] = useState(false);
  const id = String(change.id);
  const name = changeName(change, words);
  const credits = changeCredits(change.intent);
  const { state } = change.state;
  const isAway = isPutAway(change.state);
  const stage = isAway ? null : STAGES[state];
  const isOpen = state === 'unknown' || state === 'left';
  const decide = (decision: 'look' | 'leave' | 'undo' | 'send-again') => {
    forget();
    send({ id, decision }, () => setIsAsking(false));
  };
  return (
    <li className={styles['row']}>
      <span className={styles['what']}>
        <strong>{name}</strong>
        {stage === null ? (
          <span className={styles['quiet']}>{outcomeText(change, words)}</span>
        ) : (
          <PendingMark stage={stage} text={outcomeText(change, words)} />
        )}
        {isOpen && <span className={styles['quiet']}>{findingText(change, words)}</span>}
        {fault !== null && <span role="alert">{faultSentence(fault, words)}</span>}
      </span>
      <span className={styles['side']}>
        <span className={styles['quiet']}>{ui.credits(credits)}</span>
        {isOpen && (
          <Button
            isSmall
            isPending={isPending}
            aria-label={outbox.checkNowOf(name)}
            onPress={() => decide('look')}
          >
            {outbox.checkNow}
          </Button>
        )}
        {isOpen && (
          <Button isSmall aria-label={outbox.sendAgainOf(name)} onPress={() => setIsAsking(true)}>
            {outbox.sendAgain(ui.credits(credits))}
          </Button>
        )}
        {state === 'unknown' && (
          <Button isSmall aria-label={outbox.leaveOf(name)} onPress={() => decide('leave')}>
            {outbox.leave}
          </Button>
        )}
        {state === 'refused' && !isAway && (
          <Button
            isSmall
            isPending={isPending}
            aria-label={outbox.putAwayOf(name)}
            onPress={() => decide('undo')}
          >
            {outbox.putAway}
          </Button>
        )}
        {state === 'waiting' && (
          <Button
            isSmall
            icon="undo"
            isPending={isPending}
            aria-label={outbox.undoOf(name)}
            onPress={() => decide('undo')}
          >
            {outbox.undo}
          </Button>
        )}
      </span>
      <Dialog
        title={outbox.sendAgainTitle(name)}
        isOpen={isAsking}
        isQuestion
        onClose={() => setIsAsking(false)}
        actions={
          <>
            <Button onPress={() => setIsAsking(false)}>{spending.cancel}</Button>
            <Button kind="danger" isPending={isPending} onPress={() => decide('send-again')}>
              {outbox.sendAgain(ui.credits(credits))}
            </Button>
          </>
        }
      >
        <p>{outbox.sendAgainText(ui.credits(credits))}</p>
      </Dialog>
    </li>
  );
}

/** What the last look at a lost answer came to. */
function findingText({ state }: Change, { outbox }: Words): string {
  return 'finding' in state ? outbox.findings[state.finding] : '';
}
