/** Asks before somebody is removed, or an invitation taken back, and does it. */
import type { ReactElement } from 'react';
import type { MemberView } from '../../../src-shared/model/member-list.ts';
import { personName } from '../../../src-shared/model/person-view.ts';
import { useSend } from '../../bridge/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { useWords } from '../../words/words-context.ts';

/** `member` null: it is closed. */
export function RemoveMemberDialog({
  projectId,
  member,
  onClose,
  onRemoved,
}: Readonly<{
  projectId: string;
  member: MemberView | null;
  onClose: () => void;
  onRemoved: (member: MemberView) => void;
}>): ReactElement {
  const { members: words } = useWords();
  const { send, isPending, fault, forget } = useSend('members.remove');
  const isInvitation = member?.standing === 'on-hold';
  const name = member === null ? '' : personName(member);
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Dialog
      title={isInvitation ? words.withdrawTitle(name) : words.removeTitle(name)}
      isOpen={member !== null}
      isQuestion
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{words.keep}</Button>
          <Button
            kind="danger"
            isPending={isPending}
            onPress={() => {
              if (member === null) return;
              send({ projectId, userId: member.userId }, () => onRemoved(member));
            }}
          >
            {isInvitation ? words.withdraw : words.remove}
          </Button>
        </>
      }
    >
      <p>{isInvitation ? words.withdrawText : words.removeText}</p>
      <Trouble fault={fault} />
    </Dialog>
  );
}
