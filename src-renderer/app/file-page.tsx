/** One file, its evidence, and its content when this computer has it no more but the service gives it to everybody. */
import type { ReactElement } from 'react';
import type { FileListRow } from '../../src-shared/bridge/file-calls.ts';
import { FileScreen } from '../features/files/file-screen.tsx';
import { DownloadHere } from './download-here.tsx';
import { EvidenceHere } from './evidence-here.tsx';

/** Whoever has the file on this computer needs no other copy. */
const WITHOUT_COPY: ReadonlySet<FileListRow['state']> = new Set(['missing', 'remote_only']);

export function FilePage(): ReactElement {
  return (
    <FileScreen
      more={(file) => (
        <>
          {downloadOf(file)}
          {file.fileId !== null && <EvidenceHere choice={{ asked: [file.id] }} name={file.name} />}
        </>
      )}
    />
  );
}

function downloadOf(file: FileListRow): ReactElement | null {
  const { fileId, projectId, name, state, visibility } = file;
  if (fileId === null || visibility === 'private' || !WITHOUT_COPY.has(state)) return null;
  return <DownloadHere fileId={fileId} projectId={projectId} name={name} reason={null} />;
}
