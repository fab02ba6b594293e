/** Asks before somebody is removed, or an invitation taken back, and does it, or lets it wait for the service. */
import type { ReactElement } from 'react';
import { type MemberView, personName } from '../../../src-shared/model/people/person-view.ts';
import { isWaiting } from '../../../src-shared/model/changes/change.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import type { Words } from '../../words/en.ts';
import type { Done } from './member-rows.ts';

/** `member` null: it is closed. */
export function RemoveMemberDialog({
  projectId,
  member,
  ownId,
  onClose,
  onRemoved,
}: Readonly<{
  projectId: string;
  member: MemberView | null;
  /** Id of whoever is signed in. */
  ownId: string | null;
  onClose: () => void;
  onRemoved: (done: Done) => void;
}>): ReactElement | null {
  const words = useWords();
  const { send, isPending, fault, forget } = useSend('members.remove');
  const waiting = useCore(
    ({ status }) => status?.account?.projects.find((each) => each.projectId === projectId)?.toGo,
  );
  if (member === null) return null;
  const { userId } = member;
  const { title, text, label, done } = removalWords(member, ownId, words, waiting);
  const close = () => {
    forget();
    onClose();
  };
  const remove = () =>
    send({ projectId, userId }, (change) => {
      const isSent = !isWaiting(change);
      const waits = words.members.willBeRemoved(personName(member));
      onRemoved({ isSent, sentence: isSent ? done : waits });
    });
  return (
    <ConfirmDialog
      title={title}
      isOpen
      onClose={close}
      confirm={label}
      confirmKind="danger"
      isPending={isPending}
      cancel={words.members.keep}
      onConfirm={remove}
    >
      <p>{text}</p>
      <ErrorNotice fault={fault} />
    </ConfirmDialog>
  );
}

/**
 * `ownId`: of whoever is signed in. `label` is on the button, `done` is said afterwards. `waiting`: files of the project
 * that wait on this computer.
 */
export function removalWords(
  member: MemberView,
  ownId: string | null,
  { members }: Words,
  waiting = 0,
) {
  const name = personName(member);
  const done = members.removed(name);
  if (member.standing === 'on-hold') {
    const title = members.withdrawTitle(name);
    return { title, text: members.withdrawText, label: members.withdraw, done };
  }
  if (member.userId === ownId) {
    const title = members.leaveTitle;
    return { title, text: members.leaveText(waiting), label: members.leave, done };
  }
  return {
    title: members.removeTitle(name),
    text: members.removeText,
    label: members.remove,
    done,
  };
}
