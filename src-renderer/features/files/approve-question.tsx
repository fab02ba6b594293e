/**
 * Asks before several files are let go, or included again: the engine pays for what a person approved, and within a
 * budget for what is new, so it says how much.
 */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/use-balance.ts';
import { useDeed } from '../../data/use-command.ts';
import { SpendQuestion } from '../../parts/spend-question.tsx';
import { sumOf } from '../../parts/total-of-files.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import type { approve } from './file-commands.ts';

export function ApproveQuestion({
  files,
  deed,
  onClose,
}: Readonly<{
  files: readonly FileListRow[];
  /** What a yes does. */
  deed: typeof approve;
  onClose: () => void;
}>): ReactElement {
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
      onAgree={() => run(deed(files), onClose)}
      onClose={onClose}
    />
  );
}
