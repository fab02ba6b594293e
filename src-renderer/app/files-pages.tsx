/** Lists of files, with what other features do with a selection: its evidence is taken along from here. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';
import { EvidenceDialog } from '../features/evidence/evidence-dialog.tsx';
import { AllFilesScreen, ProjectFilesScreen } from '../features/files/files-screen.tsx';
import { FolderChooser } from '../features/folders/folder-chooser.tsx';

export function ProjectFilesPage(): ReactElement {
  return <ProjectFilesScreen exportEvidence={exportEvidence} />;
}

export function AllFilesPage(): ReactElement {
  return <AllFilesScreen exportEvidence={exportEvidence} />;
}

function exportEvidence(
  files: readonly [FileListRow, ...FileListRow[]],
  onClose: () => void,
): ReactElement {
  return (
    <EvidenceDialog
      choice={{ asked: files.map(({ id }) => id) }}
      name={files.length === 1 ? files[0].name : null}
      chooser={(path, onChoose) => <FolderChooser path={path} onChoose={onChoose} />}
      onClose={onClose}
    />
  );
}
