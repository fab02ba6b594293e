/** The chosen file beside the list. */
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { FileName } from '../../parts/file-name.tsx';
import { DetailsPane } from '../../ui/layout/page.tsx';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../../ui/layout/button.tsx';
import { pathTo } from '../../paths.ts';
import { FileFacts } from './file-facts.tsx';
import type { TakeAlong } from './selection-bar.tsx';

/** `share`: how much of its present step is done; null when that is not known. */
export function FileDetails({
  file,
  share,
  takeAlong,
  onClose,
}: Readonly<{
  file: FileListRow;
  share: number | null;
  takeAlong: TakeAlong | undefined;
  onClose: () => void;
}>): ReactElement {
  const { files } = useWords();
  return (
    <DetailsPane title={<FileName name={file.name} />} onClose={onClose}>
      <FileFacts file={file} share={share} />
      {takeAlong !== undefined && file.fileId !== null && (
        <TakeAlongButton key={file.id} file={file} takeAlong={takeAlong} />
      )}
      <p>
        <Link to={pathTo('file', file.projectId, file.id)}>{files.openPage}</Link>
      </p>
    </DetailsPane>
  );
}

/** Opens the dialog that takes the evidence of one file along. */
function TakeAlongButton({
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
