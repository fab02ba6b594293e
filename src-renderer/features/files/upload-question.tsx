/** Asks for the yes to the price of exactly these files. */
import { type ReactElement, useEffect } from 'react';
import type { FileSelection } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance, useOffer } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { SpendQuestion } from '../../parts/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

export function UploadQuestion({
  which,
  onClose,
}: Readonly<{ which: FileSelection; onClose: () => void }>): ReactElement | null {
  const words = useWords();
  const { value: offer } = useOffer({ which });
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  const isOver = offer?.files === 0;
  // Somebody said yes elsewhere, or the files went another way: there is nothing left to ask.
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  if (offer === null || isOver) return null;
  return (
    <SpendQuestion
      offer={offer}
      balance={balance?.credits ?? null}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => send({ which, credits: offer.credits }, onClose)}
      onClose={onClose}
    />
  );
}
