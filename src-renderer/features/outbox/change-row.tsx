/** One change: what it is, what it costs, how it stands, and what can be decided about it. */
import { type ReactElement, useState } from 'react';
import {
  changeCredits,
  isDenialOpen,
  isDismissed,
  projectOf,
  wasSoAlready,
  type Change,
} from '../../../src-shared/model/changes/change.ts';
import { type Decision, resolutionOf } from '../../data/use-change-decisions.ts';
import { useAction, type Action } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { classes } from '../../ui/layout/classes.ts';
import { ConfirmButton } from '../../ui/overlay/dialog-button.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { RefusalOffers } from '../../parts/changes/refusal-offers.tsx';
import { changeName, outcomeText } from '../../words/change-outcome.ts';
import { PendingMark, type PendingStage } from '../../parts/changes/pending-change.tsx';
import { FaultText } from '../../parts/notices/error-notice.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { isConflict } from './change-groups.ts';
import styles from './outbox.module.css';
import prose from '../../ui/layout/prose.module.css';
import type { Choice, FieldConflict } from '../../../src-shared/model/changes/record-edit.ts';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { fieldLabel, fieldText } from '../../words/field-text.ts';

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
  const id = String(change.id);
  const name = changeName(change, words);
  const credits = changeCredits(change.intent);
  const { state } = change.state;
  const cause = change.state.state === 'refused' ? change.state.cause : null;
  const isAway = isDismissed(change.state);
  const isUnsent = wasSoAlready(change.state) || state === 'withdrawn';
  const stage = isAway ? null : STAGES[state];
  const isChecked = isDenialOpen(change.state);
  const isOpen = (state === 'unknown' || state === 'left') && !isChecked;
  // Said with the name of the record; what is to be chosen stands below.
  const text = isConflict(change)
    ? outbox.changedThere(recordName(change, words))
    : outcomeText(change, words);
  const decide = (decision: Decision, onDone?: () => void) =>
    run((ask) => ask('outbox.resolve', resolutionOf(change.id, decision, credits)), onDone);
  return (
    <li className={classes(lined['row'], styles['row'], under !== null && styles['under'])}>
      <div className={styles['what']}>
        <strong>{name}</strong>
        {stage === null ? (
          <span className={prose['quiet']}>{outcomeText(change, words)}</span>
        ) : (
          <PendingMark stage={stage} text={text} />
        )}
        {under !== null && (
          <span className={prose['quiet']}>{outbox.after(changeName(under, words))}</span>
        )}
        {isOpen && <span className={prose['quiet']}>{findingText(change, words)}</span>}
        {cause !== null && !isAway && cause.kind !== 'changed-there' && (
          <RefusalOffers
            cause={cause}
            about={name}
            projectId={projectOf(change.intent)}
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
        <FaultText fault={fault} />
      </div>
      <div className={styles['side']}>
        {state !== 'refused' && !isUnsent && (
          <span className={prose['quiet']}>
            {credits === 0 ? outbox.free : ui.credits(credits)}
          </span>
        )}
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
          <ConfirmButton
            button={{
              label: outbox.sendAgain(ui.credits(credits)),
              'aria-label': outbox.sendAgainOf(name),
              isSmall: true,
            }}
            title={outbox.sendAgainTitle(name)}
            confirm={outbox.sendAgain(ui.credits(credits))}
            confirmKind="danger"
            isPending={isPending}
            onConfirm={(close) => decide('send-again', close)}
          >
            <p>{outbox.sendAgainText(ui.credits(credits))}</p>
          </ConfirmButton>
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
            {ui.undo}
          </Button>
        )}
      </div>
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

/** Somebody else changed the same fields: for each of them a person chooses. Nothing is chosen for them. */
function ConflictForm({
  change,
  conflicts,
  name,
  deed,
}: Readonly<{
  change: Change;
  conflicts: readonly FieldConflict[];
  /** Of the record. */
  name: string;
  deed: Action;
}>): ReactElement {
  const words = useWords();
  const { outbox } = words;
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [isLater, setIsLater] = useState(false);
  const id = String(change.id);
  if (isLater) {
    return (
      <div>
        <Button
          isSmall
          autoFocus
          aria-label={outbox.decideOf(name)}
          onPress={() => setIsLater(false)}
        >
          {outbox.decide}
        </Button>
      </div>
    );
  }
  const isWhole = conflicts.every(({ field }) => choices[field] !== undefined);
  const fields = new Set(conflicts.map(({ field }) => field));
  const edit: object = 'edit' in change.intent ? change.intent.edit : {};
  const rest = Object.keys(edit).filter((field) => !fields.has(field));
  return (
    <div role="group" aria-label={outbox.changedThere(name)} className={styles['conflict']}>
      <p>{outbox.changedThereText}</p>
      {conflicts.map(({ field, base, mine, theirs }) => (
        <div key={field} className={styles['field']}>
          <RadioGroup<Choice>
            label={fieldLabel(field, words)}
            value={choices[field] ?? null}
            options={[
              { value: 'mine', label: outbox.mine(fieldText(field, mine, words)) },
              { value: 'theirs', label: outbox.theirs(fieldText(field, theirs, words)) },
            ]}
            onChange={(choice) => setChoices({ ...choices, [field]: choice })}
          />
          <p className={prose['quiet']}>{outbox.base(fieldText(field, base, words))}</p>
        </div>
      ))}
      {rest.length > 0 && (
        <p className={prose['quiet']}>
          {outbox.rest(words.figures.list(rest.map((field) => fieldLabel(field, words))))}
        </p>
      )}
      <div className={styles['side']}>
        <ReasonedButton
          kind="primary"
          reason={isWhole ? null : outbox.chooseAll}
          isPending={deed.isPending}
          onPress={() => deed.run((ask) => ask('outbox.choose', { id, choices: { ...choices } }))}
        >
          {outbox.sendChoices}
        </ReasonedButton>
        <Button onPress={() => deed.run((ask) => ask('outbox.resolve', { id, decision: 'undo' }))}>
          {outbox.discard}
        </Button>
        <Button kind="quiet" onPress={() => setIsLater(true)}>
          {outbox.later}
        </Button>
      </div>
    </div>
  );
}
