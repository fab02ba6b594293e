/** Asks before the holds of several files are lifted: the engine pays for what a person approved, so it says how much. */
import type { ReactElement } from 'react';
import type { FileListRow, SpendOffer } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../bridge/use-balance.ts';
import { useDeed } from '../../bridge/use-deed.ts';
import { SpendQuestion } from '../../ui/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { approve } from './file-deeds.ts';

/** What these files cost at most; equal contents count as often as they are there. */
export function sumOf(files: readonly FileListRow[]): SpendOffer {
  const sum = (of: (file: FileListRow) => number) =>
    files.reduce((total, file) => total + of(file), 0);
  return {
    files: files.length,
    bytes: sum(({ sizeBytes }) => sizeBytes),
    credits: sum(({ credits }) => credits),
    isExact: files.every(({ isPriceExact }) => isPriceExact),
    changedFiles: 0,
  };
}

export function ApproveQuestion({
  files,
  onClose,
}: Readonly<{ files: readonly FileListRow[]; onClose: () => void }>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { run, isPending, fault } = useDeed();
  return (
    <SpendQuestion
      offer={sumOf(files)}
      balance={balance?.credits ?? null}
      isOpen
      isPending={isPending}
      problem={fault === null ? null : faultSentence(fault, words)}
      onAgree={() => run(approve(files), onClose)}
      onClose={onClose}
    />
  );
}
