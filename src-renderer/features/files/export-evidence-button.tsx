/** Opens the dialog that takes the evidence of one file along. */
import { useState, type ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { Button } from '../../ui/layout/button.tsx';
import { useWords } from '../../words/words-context.ts';
import type { TakeAlong } from './selection-bar.tsx';

export function TakeAlongButton({
  file,
  takeAlong,
}: Readonly<{ file: FileListRow; takeAlong: TakeAlong }>): ReactElement {
  const { evidence } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button icon="shield-check" onPress={() => setIsOpen(true)}>
        {evidence.export}
      </Button>
      {isOpen && takeAlong([file], () => setIsOpen(false))}
    </div>
  );
}
