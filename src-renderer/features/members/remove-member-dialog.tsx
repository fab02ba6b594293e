/** Asks before somebody is removed, or an invitation taken back, and does it. */
import type { ReactElement } from 'react';
import type { MemberView } from '../../../src-shared/model/member-list.ts';
import { useSend } from '../../bridge/use-send.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { useWords } from '../../words/words-context.ts';
import { removalWords } from './removal-words.ts';

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
  onRemoved: (sentence: string) => void;
}>): ReactElement | null {
  const words = useWords();
  const { send, isPending, fault, forget } = useSend('members.remove');
  if (member === null) return null;
  const { title, text, label, done } = removalWords(member, ownId, words);
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen
      isQuestion
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{words.members.keep}</Button>
          <Button
            kind="danger"
            isPending={isPending}
            onPress={() => send({ projectId, userId: member.userId }, () => onRemoved(done))}
          >
            {label}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <Trouble fault={fault} />
    </Dialog>
  );
}
