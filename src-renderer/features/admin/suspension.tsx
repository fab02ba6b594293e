/** Suspends somebody with a reason, or ends a suspension. Both are asked once more before they are done. */
import { useState, type ReactElement } from 'react';
import type { AdminUserView } from '../../../src-shared/model/people/admin-user-view.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import { useSend } from '../../data/use-action.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './admin.module.css';

export function Suspension({
  user,
  reason,
  onDone,
}: Readonly<{
  user: AdminUserView;
  /** Why nothing can be changed; null when it can. */
  reason: string | null;
  onDone: (sentence: string) => void;
}>): ReactElement {
  const { admin, figures } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  // What was asked: while the question leaves, the user is another one already.
  const [isEnding, setIsEnding] = useState(false);
  const [why, setWhy] = useState('');
  const [showsErrors, setShowsErrors] = useState(false);
  const suspend = useSend('admin.suspend');
  const restore = useSend('admin.restore');
  const isSuspended = user.userStatus === 'Suspended';
  const isActive = user.userStatus === 'Active';
  const name = personName(user);
  const close = () => {
    setIsAsking(false);
    suspend.forget();
    restore.forget();
  };
  const ask = () => {
    setIsEnding(isSuspended);
    setIsAsking(true);
  };
  const finish = (sentence: string) => {
    close();
    setWhy('');
    setShowsErrors(false);
    onDone(sentence);
  };
  const agree = () => {
    const { email } = user;
    if (isEnding) {
      restore.send({ email }, () => finish(admin.restored(name)));
      return;
    }
    setShowsErrors(true);
    if (why.trim() === '') return;
    suspend.send({ email, reason: why.trim() }, () => finish(admin.suspended(name)));
  };
  const stateReason = isSuspended || isActive ? null : admin.isNotActive;
  return (
    <section aria-label={admin.suspension} className={styles['block']}>
      <h2>{admin.suspension}</h2>
      {isSuspended && (
        <p>
          {user.suspension === undefined
            ? admin.isSuspended
            : admin.suspendedFor(figures.moment(user.suspension.atMs), user.suspension.reason)}
        </p>
      )}
      <p>
        <ReasonedButton reason={reason ?? stateReason} onPress={ask}>
          {isSuspended ? admin.restore : `${admin.suspend}…`}
        </ReasonedButton>
      </p>
      <ConfirmDialog
        title={isEnding ? admin.restoreTitle(name) : admin.suspendTitle(name)}
        isOpen={isAsking}
        onClose={close}
        confirm={isEnding ? admin.restore : admin.suspend}
        confirmKind={isEnding ? 'primary' : 'danger'}
        isPending={suspend.isPending || restore.isPending}
        isValid={isEnding || why.trim() !== ''}
        onConfirm={agree}
      >
        {!isEnding && (
          <>
            <p>{admin.suspendText(name)}</p>
            <TextField
              label={admin.reason}
              value={why}
              error={showsErrors && why.trim() === '' ? admin.needReason : null}
              onChange={setWhy}
            />
          </>
        )}
        <ErrorNotice fault={suspend.fault ?? restore.fault} />
      </ConfirmDialog>
    </section>
  );
}
