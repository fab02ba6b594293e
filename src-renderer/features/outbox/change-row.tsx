/** One change: what it is, what it costs, how it stands, and what can be decided about it. */
import { useState, type ReactElement } from 'react';
import {
  changeCredits,
  isDenialOpen,
  isDismissed,
  projectOf,
  type Change,
} from '../../../src-shared/model/changes/change.ts';
import { useCore } from '../../data/bridge-context.ts';
import { type Decision, resolutionOf } from '../../data/use-change-decisions.ts';
import { useAction } from '../../data/use-action.ts';
import { useProjects } from '../../data/use-projects.ts';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { RefusalOffers } from '../../parts/refusal-offers.tsx';
import { changeName, outcomeText } from '../../words/change-outcome.ts';
import { PendingMark, type PendingStage } from '../../parts/pending-change.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { isConflict } from './change-groups.ts';
import { ConflictForm } from './conflict-form.tsx';
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

/** `under`: what has to be done first, when that stands above it. */
export function ChangeRow({
  change,
  under = null,
}: Readonly<{ change: Change; under?: Change | null }>): ReactElement {
  const words = useWords();
  const { outbox, ui } = words;
  const deed = useAction();
  const { run, isPending, fault } = deed;
  const [isAsking, setIsAsking] = useState(false);
  const id = String(change.id);
  const name = changeName(change, words);
  const credits = changeCredits(change.intent);
  const { state } = change.state;
  const cause = change.state.state === 'refused' ? change.state.cause : null;
  const isAway = isDismissed(change.state);
  const stage = isAway ? null : STAGES[state];
  const isChecked = isDenialOpen(change.state);
  const isOpen = (state === 'unknown' || state === 'left') && !isChecked;
  // Said with the name of the record; what is to be chosen stands below.
  const text = isConflict(change)
    ? outbox.changedThere(recordName(change, words))
    : outcomeText(change, words);
  const projectId = projectOf(change.intent);
  const project = useProjects().find((each) => each.id === projectId)?.name ?? '';
  const server = useCore(({ status: core }) => core?.server ?? '');
  const decide = (decision: Decision) => {
    run(
      (ask) => ask('outbox.resolve', resolutionOf(change.id, decision, credits)),
      () => setIsAsking(false),
    );
  };
  return (
    <li className={classes(lined['row'], styles['row'], under !== null && styles['under'])}>
      <span className={styles['what']}>
        <strong>{name}</strong>
        {stage === null ? (
          <span className={styles['quiet']}>{outcomeText(change, words)}</span>
        ) : (
          <PendingMark stage={stage} text={text} />
        )}
        {under !== null && (
          <span className={styles['quiet']}>{outbox.after(changeName(under, words))}</span>
        )}
        {isOpen && <span className={styles['quiet']}>{findingText(change, words)}</span>}
        {cause !== null && !isAway && cause.kind !== 'changed-there' && (
          <RefusalOffers
            cause={cause}
            about={name}
            project={project}
            server={server}
            isPending={isPending}
            onDecide={decide}
            onFixEmail={(email) => run((ask) => ask('outbox.fixEmail', { id, email }))}
          />
        )}
        {cause?.kind === 'changed-there' && !isAway && (
          <ConflictForm
            key={JSON.stringify(cause.fields)}
            change={change}
            conflicts={cause.fields}
            name={recordName(change, words)}
            deed={deed}
          />
        )}
        {fault !== null && <span role="alert">{faultSentence(fault, words)}</span>}
      </span>
      <span className={styles['side']}>
        <span className={styles['quiet']}>{credits === 0 ? outbox.free : ui.credits(credits)}</span>
        {(isOpen || isChecked) && (
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
        {state === 'unknown' && isOpen && (
          <Button isSmall aria-label={outbox.leaveOf(name)} onPress={() => decide('leave')}>
            {outbox.leave}
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
      <ConfirmDialog
        title={outbox.sendAgainTitle(name)}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        confirm={outbox.sendAgain(ui.credits(credits))}
        confirmKind="danger"
        isPending={isPending}
        onConfirm={() => decide('send-again')}
      >
        <p>{outbox.sendAgainText(ui.credits(credits))}</p>
      </ConfirmDialog>
    </li>
  );
}

/** Of the record that an edit is about. */
function recordName({ intent }: Change, { profile }: Words): string {
  return intent.kind === 'edit-project' ? intent.projectName : profile.title;
}

/** What the last look at a lost answer came to, and when. */
function findingText({ state }: Change, { outbox, changePast, figures }: Words): string {
  if (!('finding' in state)) return '';
  const finding = outbox.findings[state.finding];
  const { lookedAtMs } = state;
  return lookedAtMs === null
    ? finding
    : `${changePast.checked(figures.moment(lookedAtMs))} ${finding}`;
}
