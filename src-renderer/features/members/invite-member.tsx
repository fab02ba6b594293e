/** Invites somebody by e-mail: the price and the balance come first, and only a yes sends it. */
import { useState, type ReactElement } from 'react';
import type { ChangeIntent } from '../../../src-shared/model/change.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { usePaidChange } from '../../bridge/use-paid-change.ts';
import { useRead } from '../../bridge/use-read.ts';
import { PaidChangeDialog } from '../../ui/paid-change-dialog.tsx';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { outcomeText } from '../../words/change-outcome.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './members.module.css';

const NOTHING = {};
const STALE_ON = ['credits-changed'] as const;

/** `reason`: why nobody can be invited now; null when somebody can. */
export function InviteMember({
  projectId,
  reason,
  onDone,
}: Readonly<{
  projectId: string;
  reason: string | null;
  onDone: (sentence: string) => void;
}>): ReactElement {
  const words = useWords();
  const { members } = words;
  const [email, setEmail] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const permissions = useRead('profile.permissions', NOTHING, STALE_ON);
  const { now, ask, agree, cancel } = usePaidChange((change) => {
    const isDone = change.state.state === 'delivered';
    onDone(isDone ? members.invited(nameOf(change.intent)) : outcomeText(change, words));
    if (isDone) {
      setEmail('');
      setIsJudged(false);
    }
  });
  const mayInvite = permissions.value?.canInviteMember ?? null;
  const no = mayInvite === null || mayInvite.may ? null : (mayInvite.serviceSays ?? '');
  const refusal = no === '' ? members.mayNot : no === null ? null : members.mayNotSays(no);
  const isWrong = !/^[^\s@]+@[^\s@]+$/.test(email.trim());
  const isOffered = now.step === 'offered' || now.step === 'sending';
  const name = isOffered ? nameOf(now.offer.intent) : '';
  return (
    <section aria-label={members.invite} className={styles['block']}>
      <h2>{members.invite}</h2>
      <p className={styles['quiet']}>{members.inviteText}</p>
      <form
        noValidate
        className={styles['adding']}
        onSubmit={(event) => {
          event.preventDefault();
          setIsJudged(true);
          if (isWrong || reason !== null || refusal !== null || now.step !== 'idle') return;
          ask({ kind: 'invite-member', projectId, email: email.trim() });
        }}
      >
        <TextField
          label={members.email}
          type="email"
          autoComplete="off"
          value={email}
          error={isJudged && isWrong ? members.needEmail : null}
          onChange={setEmail}
        />
        <ReasonedButton
          type="submit"
          kind="primary"
          reason={reason ?? refusal}
          isPending={now.step === 'pricing'}
        >
          {members.invitePrice(CREDITS.projectInvitation)}
        </ReasonedButton>
      </form>
      <Trouble fault={now.step === 'idle' ? now.fault : null} />
      <PaidChangeDialog
        title={members.inviteTitle(name)}
        agreeLabel={members.inviteAgree}
        offer={isOffered ? now.offer : null}
        fault={now.step === 'offered' ? now.fault : null}
        isSending={now.step === 'sending'}
        onAgree={agree}
        onClose={cancel}
      />
    </section>
  );
}

function nameOf(intent: ChangeIntent): string {
  return intent.kind === 'invite-member' ? intent.userName : '';
}
