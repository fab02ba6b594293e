/** Evidence of something, with the part that finds a folder of this computer. */
import type { ReactElement } from 'react';
import { EvidenceButton, type EvidenceDialogProps } from '../features/evidence/evidence-dialog.tsx';
import { FolderChooser } from '../features/folders/folder-chooser.tsx';

export function EvidenceHere(props: Pick<EvidenceDialogProps, 'choice' | 'name'>): ReactElement {
  return (
    <EvidenceButton
      {...props}
      chooser={(path, onChoose) => <FolderChooser path={path} onChoose={onChoose} />}
    />
  );
}
