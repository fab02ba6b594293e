/** The chosen file beside the list. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { DetailsPane } from '../../ui/layout/page.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { EvidenceButton } from '../evidence/index.ts';
import { FileFacts } from './file-facts.tsx';

/** `share`: how much of its present step is done; null when that is not known. */
export function FileDetails({
  file,
  share,
  onClose,
}: Readonly<{
  file: FileListRow;
  share: number | null;
  onClose: () => void;
}>): ReactElement {
  const { files } = useWords();
  return (
    <DetailsPane
      title={<PlacedName name={file.name} folderPath={file.folderPath} />}
      onClose={onClose}
    >
      <FileFacts file={file} share={share} />
      {file.fileId !== null && (
        <div>
          <EvidenceButton key={file.id} choice={{ asked: [file.id] }} about={file} />
        </div>
      )}
      <p>
        <Link to={pathTo('file', file.projectId, file.id)}>{files.openPage}</Link>
      </p>
    </DetailsPane>
  );
}
