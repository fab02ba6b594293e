/** A public file of the service on its way into a folder of this computer: begun here, and followed in its place. */
import { type ReactElement, useState } from 'react';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useAction } from '../../data/use-action.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { FolderChooser } from '../../parts/assignment/folder-chooser.tsx';
import { DownloadState } from './download-state.tsx';
import styles from './downloads.module.css';
import { useDownloads } from './downloads-section.tsx';
import prose from '../../ui/layout/prose.module.css';

export interface FileDownloadProps {
  readonly projectId: string;
  /** The service's id. */
  readonly fileId: string;
  readonly name: string;
  /** What its button says; absent: that it downloads. */
  readonly label?: string;
  /** Why its content cannot be had; null when it can. */
  readonly reason: string | null;
}

export function FileDownload(props: FileDownloadProps): ReactElement {
  const { downloads } = useWords();
  const { projectId, fileId, name, label = downloads.download, reason } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { list, goOn, cancel, refused, fault, readAgain } = useDownloads();
  const own = list.filter((each) => each.fileId === fileId);
  return (
    <div className={styles['downloads']}>
      <ReasonedButton icon="download" reason={reason} onPress={() => setIsAsking(true)}>
        {label}
      </ReasonedButton>
      {reason === null && <p className={prose['aside']}>{downloads.counted}</p>}
      {own.length > 0 && (
        <ul className={styles['list']} aria-label={downloads.list}>
          {own.map((view) => (
            <li key={view.id}>
              <DownloadState view={view} onGoOn={() => goOn(view)} onCancel={() => cancel(view)} />
            </li>
          ))}
        </ul>
      )}
      <ErrorNotice fault={refused} />
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      {isAsking && (
        <DownloadDialog
          place={{ projectId, fileId }}
          name={name}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function DownloadDialog({
  place: { projectId, fileId },
  name,
  onClose,
}: Readonly<{
  place: { readonly projectId: string; readonly fileId: string };
  name: string;
  onClose: () => void;
}>): ReactElement {
  const { downloads } = useWords();
  const [folder, setFolder] = useState('');
  const { run, isPending, fault, forget } = useAction();
  const start = (keepsBoth: boolean) =>
    run(
      (ask) => ask('downloads.start', { asked: fileId, projectId, folder, keepsBoth }),
      () => onClose(),
    );
  const taken = fault?.kind === 'name-taken' ? fault : null;
  return (
    <ConfirmDialog
      isOpen
      title={downloads.titleOf(printable(name))}
      onClose={onClose}
      isQuestion={false}
      confirm={taken === null ? downloads.here : downloads.saveAs(printable(taken.freeName))}
      isPending={isPending}
      isDisabled={folder.trim() === ''}
      onConfirm={() => start(taken !== null)}
    >
      <p>{downloads.whereTo}</p>
      <FolderChooser
        path={folder}
        onChoose={(path) => {
          forget();
          setFolder(path);
        }}
      />
      <ErrorNotice fault={fault} />
    </ConfirmDialog>
  );
}
