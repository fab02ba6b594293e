/** Adds or removes credits. The new balance is shown before anything is sent, and is what was agreed to. */
import { type ReactElement, useState } from 'react';
import type { AdminUserView } from '../../../src-shared/model/people/admin-user-view.ts';
import {
  amountOf,
  balanceAfter,
  type Direction,
} from '../../../src-shared/model/people/credit-adjustment.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Disclosure } from '../../ui/layout/disclosure.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { Success, InlineForm } from '../../ui/form/form.tsx';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import styles from './admin.module.css';
import prose from '../../ui/layout/prose.module.css';

export function AdjustCredits({
  user,
  reason,
  onDone,
  onMoved,
}: Readonly<{
  user: AdminUserView;
  /** Why nothing can be changed; null when it can. */
  reason: string | null;
  onDone: (sentence: string) => void;
  /** The balance is another one than was shown. */
  onMoved: () => void;
}>): ReactElement {
  const words = useWords();
  const { admin, spending } = words;
  const settings = useRead('admin.settings');
  const [direction, setDirection] = useState<Direction>('add');
  const [typed, setTyped] = useState('');
  const [showsErrors, setShowsErrors] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { send, isPending, fault, forget } = useSend('admin.adjustCredits');
  const checked = validateAmount(typed, direction, user.credits);
  const canSubtract = settings.value?.subtractWord != null;
  const sum = checked.ok ? spending.fromTo(user.credits, checked.value.after) : null;
  const close = () => {
    setIsAsking(false);
    if (fault?.kind === 'balance-moved') onMoved();
    forget();
  };
  const agree = () => {
    if (!checked.ok) return;
    const { userId, credits: seenCredits } = user;
    send({ userId, direction, amount: checked.value.amount, seenCredits }, ({ credits }) => {
      setIsAsking(false);
      setTyped('');
      setShowsErrors(false);
      onDone(admin.adjusted(credits));
    });
  };
  return (
    <section aria-label={admin.adjust} className={styles['block']}>
      <h2>{admin.adjust}</h2>
      <p>
        {admin.newBalance}: <strong>{sum ?? words.ui.credits(user.credits)}</strong>
      </p>
      {canSubtract && (
        <RadioGroup
          label={admin.direction}
          options={[
            { value: 'add', label: admin.add },
            { value: 'subtract', label: admin.subtract },
          ]}
          value={direction}
          onChange={setDirection}
        />
      )}
      <InlineForm
        isPending={isPending}
        onSubmit={() => {
          setShowsErrors(true);
          if (checked.ok && reason === null) setIsAsking(true);
          return checked.ok;
        }}
      >
        <TextField
          label={direction === 'add' ? admin.add : admin.subtract}
          inputMode="numeric"
          value={typed}
          error={showsErrors && !checked.ok ? admin[checked.fault] : null}
          onChange={setTyped}
        />
        <ReasonedButton type="submit" reason={reason}>
          {admin.adjust}
        </ReasonedButton>
      </InlineForm>
      {settings.value !== null && (
        <SubtractWord
          word={settings.value.subtractWord}
          onSaved={() => {
            setDirection('add');
            settings.readAgain();
          }}
        />
      )}
      <ConfirmDialog
        title={admin.adjustTitle(personName(user))}
        isOpen={isAsking}
        onClose={close}
        confirm={direction === 'add' ? admin.add : admin.subtract}
        isPending={isPending}
        isDisabled={fault?.kind === 'balance-moved'}
        onConfirm={agree}
      >
        <p>
          {admin.newBalance}: <strong>{sum}</strong>
        </p>
        {fault?.kind === 'balance-moved' ? (
          <p role="alert">{admin.balanceMoved(fault.credits)}</p>
        ) : (
          <ErrorNotice fault={fault} />
        )}
      </ConfirmDialog>
    </section>
  );
}

/** The word with which this service takes credits away: not documented, so somebody has to know and enter it. */
function SubtractWord({
  word,
  onSaved,
}: Readonly<{ word: string | null; onSaved: () => void }>): ReactElement {
  const { admin } = useWords();
  const [typed, setTyped] = useState(word ?? '');
  const [isSaved, setIsSaved] = useState(false);
  const { send, isPending, fault } = useSend('admin.setWord');
  return (
    <Disclosure label={word === null ? admin.howToSubtract : admin.word}>
      {word === null && <p>{admin.subtractUnknown}</p>}
      <InlineForm
        isPending={isPending}
        onSubmit={() => {
          const text = typed.trim();
          setIsSaved(false);
          send({ subtractWord: text === '' ? null : text }, () => {
            setIsSaved(true);
            onSaved();
          });
          return true;
        }}
      >
        <TextField label={admin.word} value={typed} onChange={setTyped} />
        <Button type="submit" isPending={isPending}>
          {admin.saveWord}
        </Button>
      </InlineForm>
      <p className={prose['quiet']}>{admin.wordHint}</p>
      {isSaved && <Success>{admin.wordSaved}</Success>}
      <ErrorNotice fault={fault} />
    </Disclosure>
  );
}

/** The fault names its sentence. */
export function validateAmount(
  typed: string,
  direction: Direction,
  credits: number,
): Result<{ readonly amount: number; readonly after: number }, 'needAmount' | 'notSoMany'> {
  const amount = amountOf(typed);
  if (amount === null) return fail('needAmount');
  const after = balanceAfter(direction, amount, credits);
  return after === null ? fail('notSoMany') : ok({ amount, after });
}
