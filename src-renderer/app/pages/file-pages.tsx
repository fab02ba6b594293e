/** Files, one or many, with what other features do with them: their evidence is exported, and a missing one downloaded. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { FileDownload } from '../../features/downloads/file-download.tsx';
import { EvidenceButton, EvidenceDialog } from '../../features/evidence/evidence-dialog.tsx';
import { FileScreen } from '../../features/files/file-screen.tsx';
import { AllFilesScreen, ProjectFilesScreen } from '../../features/files/files-screen.tsx';

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
      onClose={onClose}
    />
  );
}

export function FilePage(): ReactElement {
  return (
    <FileScreen
      more={(file) => (
        <>
          {downloadOf(file)}
          {file.fileId !== null && (
            <EvidenceButton choice={{ asked: [file.id] }} name={file.name} />
          )}
        </>
      )}
    />
  );
}

/** Whoever has the file on this computer needs no other copy. */
const WITHOUT_COPY: ReadonlySet<FileListRow['state']> = new Set(['missing', 'remote_only']);

function downloadOf(file: FileListRow): ReactElement | null {
  const { fileId, projectId, name, state, visibility } = file;
  if (fileId === null || visibility === 'private' || !WITHOUT_COPY.has(state)) return null;
  return <FileDownload fileId={fileId} projectId={projectId} name={name} reason={null} />;
}
