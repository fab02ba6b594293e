/** Asks before files are uploaded a second time that the service did not write to the chain: what that costs, and why. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';
import { useWords } from '../words/words-context.ts';
import { SpendQuestion } from './spend-question.tsx';
import { sumOf } from './total-of-files.ts';

export function UploadAgainQuestion({
  files,
  ...rest
}: Readonly<{
  files: readonly FileListRow[];
  /** Null when it was never read. */
  balance: number | null;
  isPending: boolean;
  problem: string | null;
  onAgree: () => void;
  onClose: () => void;
}>): ReactElement {
  const { spend } = useWords();
  return <SpendQuestion {...rest} offer={sumOf(files)} about={spend.again} isOpen />;
}
