/** Audits of folders, with the part that finds a folder of this computer. */
import type { ReactElement } from 'react';
import { AuditsScreen } from '../features/audit/audits-screen.tsx';
import { FolderChooser } from '../features/folders/folder-chooser.tsx';

export function AuditsPage(): ReactElement {
  return (
    <AuditsScreen chooser={(path, onChoose) => <FolderChooser path={path} onChoose={onChoose} />} />
  );
}
