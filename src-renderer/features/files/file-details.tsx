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
import type { ExportEvidence } from './selection-bar.tsx';

/** `share`: how much of its present step is done; null when that is not known. */
export function FileDetails({
  file,
  share,
  exportEvidence,
  onClose,
}: Readonly<{
  file: FileListRow;
  share: number | null;
  exportEvidence: ExportEvidence | undefined;
  onClose: () => void;
}>): ReactElement {
  const { files } = useWords();
  return (
    <DetailsPane title={<FileName name={file.name} />} onClose={onClose}>
      <FileFacts file={file} share={share} />
      {exportEvidence !== undefined && file.fileId !== null && (
        <ExportEvidenceButton key={file.id} file={file} exportEvidence={exportEvidence} />
      )}
      <p>
        <Link to={pathTo('file', file.projectId, file.id)}>{files.openPage}</Link>
      </p>
    </DetailsPane>
  );
}

/** Opens the dialog that takes the evidence of one file along. */
function ExportEvidenceButton({
  file,
  exportEvidence,
}: Readonly<{ file: FileListRow; exportEvidence: ExportEvidence }>): ReactElement {
  const { evidence } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <Button icon="shield-check" onPress={() => setIsOpen(true)}>
        {evidence.export}
      </Button>
      {isOpen && exportEvidence([file], () => setIsOpen(false))}
    </div>
  );
}
