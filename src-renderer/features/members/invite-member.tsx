/** Invites somebody by e-mail: the price and the balance come first, and only a yes sends it, or lets it wait for the service. */
import { type ReactElement, useState } from 'react';
import type { ChangeOffer, OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import type { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import { creatorOf, emailToLookUp } from '../../../src-shared/model/changes/local-id.ts';
import type { MembersView } from '../../../src-shared/model/changes/pending-view.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { usePaidChange } from '../../data/use-paid-change.ts';
import { useRead } from '../../data/use-read.ts';
import { PaidChangeDialog } from '../../parts/changes/paid-change-dialog.tsx';
import { CopyButton } from '../../ui/layout/copy-button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { InlineForm } from '../../ui/form/form.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { outcomeText } from '../../words/change-outcome.ts';
import { useWords } from '../../words/words-context.ts';
import { type PermissionsView, personName } from '../../../src-shared/model/people/person-view.ts';
import type { Words } from '../../words/en.ts';
import type { Done } from './member-rows.ts';
import styles from './members.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function InviteMember({
  list,
  outbox,
  onDone,
}: Readonly<{
  list: MembersView;
  /** Null while it is not known. */
  outbox: OutboxView | null;
  onDone: (done: Done) => void;
}>): ReactElement {
  const words = useWords();
  const { members, ui } = words;
  const { projectId, asOfMs } = list;
  const [email, setEmail] = useState('');
  const [showsErrors, setShowsErrors] = useState(false);
  const permissions = useRead('profile.permissions');
  const paid = usePaidChange((change) => {
    const { intent, state, agreed } = change;
    const isDone = state.state === 'delivered';
    const isWaiting = state.state === 'waiting' && agreed !== undefined;
    const waits = members.willBeInvited(nameOf(intent), ui.credits(CREDITS.projectInvitation));
    const other = isWaiting ? waits : outcomeText(change, words);
    const isNews = isDone && state.by !== 'already-there';
    onDone({ isSent: isDone, sentence: isNews ? members.invited(nameOf(intent)) : other });
    if (isDone || isWaiting) {
      setEmail('');
      setShowsErrors(false);
    }
  });
  const mayInvite = permissions.value?.canInviteMember ?? null;
  const no = mayInvite === null || mayInvite.may ? null : (mayInvite.serviceSays ?? '');
  const refusal = no === '' ? members.mayNot : no === null ? null : members.mayNotSays(no);
  // What was last heard about permissions may have changed by the time it is sent.
  const reason = asOfMs === null ? refusal : null;
  const isWrong = !/^[^\s@]+@[^\s@]+$/.test(email.trim());
  const { now, offer } = paid;
  const facts = { list, outbox, permissions: permissions.value };
  const isUnknown =
    offer?.intent.kind === 'invite-member' && emailToLookUp(offer.intent.userId) !== null;
  return (
    <section aria-label={members.invite} className={arrangement['group']}>
      <h2>{members.invite}</h2>
      <p className={prose['quiet']}>{members.inviteText}</p>
      <InlineForm
        isPending={now.step !== 'idle'}
        onSubmit={() => {
          setShowsErrors(true);
          if (isWrong) return false;
          if (reason === null)
            paid.ask({ kind: 'invite-member', projectId, person: { email: email.trim() } });
          return true;
        }}
      >
        <TextField
          label={ui.email}
          type="email"
          autoComplete="off"
          value={email}
          error={showsErrors && isWrong ? members.needEmail : null}
          onChange={setEmail}
        />
        <ReasonedButton
          type="submit"
          kind="primary"
          reason={reason}
          isPending={now.step === 'pricing'}
        >
          {members.invitePrice(CREDITS.projectInvitation)}
        </ReasonedButton>
      </InlineForm>
      <ErrorNotice fault={now.step === 'idle' ? now.fault : null} />
      {creatorOf(projectId) === null && (
        <>
          <Facts facts={[{ label: members.projectId, value: projectId }]} />
          <div>
            <CopyButton label={ui.copy(members.projectId)} text={projectId} />
          </div>
          <p className={prose['quiet']}>{members.projectIdText}</p>
        </>
      )}
      <PaidChangeDialog
        title={members.inviteTitle(offer === null ? '' : nameOf(offer.intent))}
        agreeLabel={members.inviteAgree}
        paid={paid}
        waitingCredits={outbox?.waitingCredits ?? 0}
        onClose={paid.cancel}
      >
        {isUnknown && <p>{members.lookedUpText}</p>}
        {offer !== null && (
          <ul className={styles['warnings']}>
            {inviteWarnings({ ...facts, offer }, words).map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </PaidChangeDialog>
    </section>
  );
}

function nameOf(intent: ChangeIntent): string {
  return intent.kind === 'invite-member' ? intent.userName : '';
}

interface InviteFacts {
  readonly offer: ChangeOffer;
  readonly list: MembersView;
  /** Null while it is not known. */
  readonly outbox: OutboxView | null;
  /** Null while it is not known. */
  readonly permissions: PermissionsView | null;
}

/** What a person should know before an invitation is kept: none of it stands in the way, because only the service decides. Pure. */
export function inviteWarnings(
  { offer: { intent, credits, prospect }, list, outbox, permissions }: InviteFacts,
  { members: words, figures }: Words,
): readonly string[] {
  if (intent.kind !== 'invite-member' || prospect.kind !== 'would-wait') return [];
  const { userId } = intent;
  const member = list.members.find((each) => each.userId === userId);
  const isWaiting = list.added.some((each) => each.userId === userId);
  const most = list.maxNumberOfMembers;
  const there = list.members.length + list.added.length;
  const after = outbox?.balance?.after ?? prospect.balance;
  const mayInvite = permissions?.canInviteMember ?? null;
  return [
    ...(member === undefined ? [] : [words.warnMember(personName(member))]),
    ...(isWaiting ? [words.warnWaiting] : []),
    ...(most !== null && there >= most ? [words.warnFull(there, most)] : []),
    ...(after !== null && after < credits ? [words.warnCredits(figures.number(after))] : []),
    ...(mayInvite !== null && !mayInvite.may ? [words.warnMayNot] : []),
  ];
}
