/** Asks for the price of what one notarized file has become. It is in no other price. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/queries.ts';
import { useSend } from '../../data/use-action.ts';
import { SpendQuestion, sumOf } from '../../parts/credits/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

export function KeepVersionQuestion({
  file,
  onClose,
}: Readonly<{ file: FileListRow; onClose: () => void }>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.keepVersion');
  const { id: asked, blake3, credits } = file;
  return (
    <SpendQuestion
      offer={sumOf([file])}
      about={words.files.keepVersionText}
      balance={balance}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => send({ asked, blake3: blake3 ?? '', credits }, onClose)}
      onClose={onClose}
    />
  );
}
