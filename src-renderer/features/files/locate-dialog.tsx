/** A missing file: a person shows the folder that it is in now, and its bytes are looked for there. */
import { type ReactElement, useState } from 'react';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { useSend } from '../../data/use-action.ts';
import { FolderChooser } from '../../parts/assignment/folder-chooser.tsx';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useWords } from '../../words/words-context.ts';

export function LocateDialog({
  file,
  onClose,
}: Readonly<{
  file: Pick<FileListRow, 'id' | 'name' | 'path' | 'folderPath'>;
  onClose: () => void;
}>): ReactElement {
  const { files, folders } = useWords();
  const { send, isPending, fault } = useSend('files.locate');
  const [path, setPath] = useState('');
  return (
    <ConfirmDialog
      title={files.locateTitle}
      isOpen
      onClose={onClose}
      isQuestion={false}
      confirm={folders.relocateAgree}
      isPending={isPending}
      isValid={path.trim() !== ''}
      onConfirm={() => send({ asked: file.id, folder: path.trim() }, onClose)}
    >
      <div className={arrangement['block']}>
        <PlacedName name={file.name} folderPath={file.folderPath} />
        <p>{files.locateText}</p>
        <FolderChooser path={path} onChoose={setPath} lostPath={file.path} />
        <ErrorNotice fault={fault} />
      </div>
    </ConfirmDialog>
  );
}
