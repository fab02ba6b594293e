/**
 * The same credits for several users: each new balance is shown before anything is sent, and each counts for itself. One
 * whose balance moved meanwhile is left as it is, and named.
 */
import { type ReactElement, useState } from 'react';
import type { AdminUserView } from '../../../src-shared/model/people/admin-user-view.ts';
import { adjustEach, amountOf } from '../../../src-shared/model/people/credit-adjustment.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import { ok } from '../../../src-shared/model/result.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { useAction } from '../../data/use-action.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

interface NotAdded {
  readonly user: AdminUserView;
  readonly fault: PageFault;
}

const SHOWN = 12;

export function BulkCredits({
  users,
  onDone,
  onClose,
}: Readonly<{
  users: readonly AdminUserView[];
  /** With those whose balance was not changed, and why. */
  onDone: (notAdded: readonly NotAdded[]) => void;
  onClose: () => void;
}>): ReactElement {
  const { admin, figures, spending, ui } = useWords();
  const { run, isPending } = useAction();
  const [typed, setTyped] = useState('');
  const [showsErrors, setShowsErrors] = useState(false);
  const amount = amountOf(typed);
  const add = () => {
    setShowsErrors(true);
    if (amount === null) return;
    run(async (ask) => {
      const meant = users.map((user) => ({ user, amount }));
      const answered = await adjustEach('add', meant, (sent) => ask('admin.adjustCredits', sent));
      return ok(
        answered.flatMap(([{ user }, done]) => (done.ok ? [] : [{ user, fault: done.fault }])),
      );
    }, onDone);
  };
  return (
    <ConfirmDialog
      title={admin.addToTitle(users.length)}
      isOpen
      onClose={onClose}
      confirm={admin.add}
      isPending={isPending}
      isValid={amount !== null}
      onConfirm={add}
    >
      <TextField
        label={admin.amountEach}
        inputMode="numeric"
        value={typed}
        error={showsErrors && amount === null ? admin.needAmount : null}
        onChange={setTyped}
      />
      <Facts
        facts={users.slice(0, SHOWN).map((user) => ({
          label: personName(user),
          value:
            amount === null
              ? figures.number(user.credits)
              : spending.fromTo(user.credits, user.credits + amount),
        }))}
      />
      {users.length > SHOWN && <p>{ui.more(users.length - SHOWN)}</p>}
      {amount !== null && <p>{admin.together(amount * users.length)}</p>}
    </ConfirmDialog>
  );
}

/** What became of it, the reason beside each name. */
export function BulkOutcome({
  changed,
  notAdded,
}: Readonly<{ changed: number; notAdded: readonly NotAdded[] }>): ReactElement {
  const words = useWords();
  const { admin } = words;
  return (
    <div role="status">
      <p>{admin.addedTo(changed)}</p>
      {notAdded.length > 0 && (
        <>
          <p>{admin.notAddedTo(notAdded.length)}</p>
          <ul>
            {notAdded.map(({ user, fault }) => (
              <li key={user.userId}>
                {personName(user)}:{' '}
                {fault.kind === 'balance-moved'
                  ? admin.balanceMoved(fault.credits)
                  : faultSentence(fault, words)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
