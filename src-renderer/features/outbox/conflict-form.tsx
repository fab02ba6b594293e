/** Somebody else changed the same fields: for each of them a person chooses. Nothing is chosen for them. */
import { useState, type ReactElement } from 'react';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { Choice, FieldConflict } from '../../../src-shared/model/changes/record-edit.ts';
import type { Action } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { fieldLabel, fieldText } from '../../words/field-text.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './outbox.module.css';
import prose from '../../ui/layout/prose.module.css';

export function ConflictForm({
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
