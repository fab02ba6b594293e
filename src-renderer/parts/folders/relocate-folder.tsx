/** A watched folder that was moved: a person shows where it is. */
import { type ReactElement, useState } from 'react';
import { useCore } from '../../data/bridge-context.ts';
import { useSend } from '../../data/use-action.ts';
import arrangement from '../../ui/layout/arrangement.module.css';
import { ConfirmButton } from '../../ui/overlay/dialog-button.tsx';
import { useWords } from '../../words/words-context.ts';
import { FolderChooser } from '../assignment/folder-chooser.tsx';
import { ErrorNotice } from '../notices/error-notice.tsx';

export function RelocateFolder({ folderId }: Readonly<{ folderId: string }>): ReactElement {
  const { folders } = useWords();
  const { send, isPending, fault } = useSend('folders.relocate');
  const [path, setPath] = useState('');
  const lostPath = useCore(
    ({ status }) => status?.account?.folders.find(({ id }) => id === folderId)?.path,
  );
  return (
    <ConfirmButton
      button={{ label: folders.relocate, isSmall: true }}
      title={folders.relocateTitle}
      isQuestion={false}
      confirm={folders.relocateAgree}
      isPending={isPending}
      onConfirm={(close) => send({ folder: folderId, path: path.trim() }, close)}
    >
      <div className={arrangement['block']}>
        <p>{folders.relocateText}</p>
        <FolderChooser path={path} onChoose={setPath} lostPath={lostPath} />
        <ErrorNotice fault={fault} />
      </div>
    </ConfirmButton>
  );
}
