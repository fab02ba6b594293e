/**
 * Asks before held files are let go, or earlier ones included: the engine pays for what a person approved, and within a
 * budget for what is new, so it says how much, and names each limit that is passed. The core does it for no more, and
 * passes no other limit.
 */
import { type ReactElement, useEffect } from 'react';
import type { FileSelection, HeldOffer } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { SpendQuestion } from './spend-question.tsx';

interface Asked {
  readonly selection: FileSelection;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function HoldQuestion({ selection, onDone, onClose }: Asked): ReactElement | null {
  const words = useWords();
  const balance = useBalance();
  const { value: summary } = useRead('files.selected', { selection });
  const { send, isPending, fault } = useSend('files.approve');
  if (summary === null) return null;
  const { approve: offer } = summary;
  if (offer.files === 0) return <NothingFits onClose={onClose} />;
  return (
    <SpendQuestion
      offer={offer}
      limits={offer.limits}
      balance={balance}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => send(approvalOf(selection, offer), onDone)}
      onClose={onClose}
    />
  );
}

/** An approval covers no credits that are added later. */
function NothingFits({ onClose }: Readonly<{ onClose: () => void }>): ReactElement {
  const { spend, ui } = useWords();
  return (
    <Dialog
      title={spend.noCredits}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{ui.close}</Button>}
    >
      <p>{spend.shortText.all}</p>
    </Dialog>
  );
}

/** What approves exactly what was shown. */
export function approvalOf(selection: FileSelection, { credits, limits }: HeldOffer) {
  return { selection, credits, passing: limits };
}

export function IncludeQuestion({ selection, onDone, onClose }: Asked): ReactElement | null {
  const words = useWords();
  const balance = useBalance();
  const { value: summary } = useRead('files.selected', { selection });
  const { send, isPending, fault } = useSend('files.takeEarlier');
  // They were added elsewhere, or went another way: there is nothing left to ask.
  const isOver = summary?.include.files === 0;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (summary === null || isOver) return null;
  const { include: offer } = summary;
  return (
    <SpendQuestion
      offer={offer}
      balance={balance}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => send({ selection, credits: offer.credits }, onDone)}
      onClose={onClose}
    />
  );
}
