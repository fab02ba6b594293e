/** About files that were received and not written to the chain: looked at once more, or uploaded again for their price. */
import { type ReactElement, useState } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useBalance } from '../../data/queries.ts';
import { useRecordErrors } from '../../data/use-record-errors.ts';
import { Button } from '../../ui/layout/button.tsx';
import { sumOf, UploadAgainQuestion } from '../credits/spend-question.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import arrangement from '../../ui/layout/arrangement.module.css';

export function RecordErrors({ files }: Readonly<{ files: readonly FileListRow[] }>): ReactElement {
  const words = useWords();
  const balance = useBalance();
  const { check, uploadAgain, isPending, fault } = useRecordErrors();
  const [isAsking, setIsAsking] = useState(false);
  const [found, setFound] = useState<number | null>(null);
  const price = words.ui.credits(sumOf(files).credits);
  const problem = faultSentence(fault, words);
  const [only, ...others] = files;
  const name = others.length === 0 ? (only?.name ?? '') : words.files.count(files.length);
  const close = () => setIsAsking(false);
  return (
    <span className={arrangement['line']}>
      <Button
        isSmall
        isPending={isPending && !isAsking}
        aria-label={words.files.checkAgainOf(name)}
        onPress={() => check(files, setFound)}
      >
        {words.files.actions['check-record']}
      </Button>
      <Button
        isSmall
        aria-label={words.files.uploadAgainOf(name, price)}
        onPress={() => setIsAsking(true)}
      >
        {words.files.priced['upload-again'](price)}
      </Button>
      {found === 0 && <span role="status">{words.files.stillNotRecorded}</span>}
      {problem !== null && !isAsking && <span role="alert">{problem}</span>}
      {isAsking && (
        <UploadAgainQuestion
          files={files}
          balance={balance}
          isPending={isPending}
          problem={problem}
          onAgree={() => uploadAgain(files, close)}
          onClose={close}
        />
      )}
    </span>
  );
}
