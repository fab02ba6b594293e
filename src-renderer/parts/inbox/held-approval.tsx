/** Approves files that are held for a person, all of a reason, for the price that is on the button. */
import { type ReactElement, useState } from 'react';
import type { SpendOffer } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathToFilesIn } from '../../paths.ts';
import { SpendQuestion } from '../spend-question.tsx';

export function HeldApproval({
  hold,
}: Readonly<{ hold: 'review' | 'size_confirm' | 'budget' | 'record_deleted' }>): ReactElement {
  const words = useWords();
  const { inbox, spend, ui } = words;
  const selection = { filter: { states: ['held' as const], holds: [hold] }, exceptIds: [] };
  const { value: summary } = useRead('files.selected', { selection });
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.approve');
  // What was on screen when the question was opened: no more than that is approved.
  const [asked, setAsked] = useState<SpendOffer | null>(null);
  const offer = summary?.approve ?? null;
  // Where all of them were stopped by the person, there is nothing to approve: that is taken back in the file.
  if (offer === null || offer.files === 0) {
    return (
      <LinkButton isSmall to={pathToFilesIn('held', hold)}>
        {inbox.chooseFiles}
      </LinkButton>
    );
  }
  const price = offer.isExact ? ui.credits(offer.credits) : ui.aboutCredits(offer.credits);
  const close = () => setAsked(null);
  return (
    <>
      <Button isSmall onPress={() => setAsked(offer)}>
        {spend.approve(offer.files, price)}
      </Button>
      {asked !== null && (
        <SpendQuestion
          offer={asked}
          balance={balance?.credits ?? null}
          isOpen
          isPending={isPending}
          problem={fault === null ? null : faultSentence(fault, words)}
          onAgree={() => send({ selection, credits: asked.credits }, close)}
          onClose={close}
        />
      )}
    </>
  );
}
