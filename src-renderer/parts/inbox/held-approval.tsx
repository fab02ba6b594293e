/** Approves files that are held for a person, all of a reason, for the price that is on the button. */
import type { ReactElement } from 'react';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathToFilesIn } from '../../paths.ts';
import { ApproveButton } from '../spend-question.tsx';

export function HeldApproval({
  hold,
}: Readonly<{ hold: 'review' | 'size_confirm' | 'budget' | 'record_deleted' }>): ReactElement {
  const words = useWords();
  const selection = { filter: { states: ['held' as const], holds: [hold] }, exceptIds: [] };
  const { value: summary } = useRead('files.selected', { selection });
  const { send, isPending, fault } = useSend('files.approve');
  const offer = summary?.approve ?? null;
  // Where all of them were stopped by the person, there is nothing to approve: that is taken back in the file.
  if (offer === null || offer.files === 0) {
    return (
      <LinkButton isSmall to={pathToFilesIn('held', hold)}>
        {words.inbox.chooseFiles}
      </LinkButton>
    );
  }
  return (
    <ApproveButton
      offer={offer}
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => send({ selection, credits: offer.credits }, () => undefined)}
    />
  );
}
