/** A public file of the service on its way into a folder of this computer: begun here, and followed in its place. */
import { useState, type ReactElement } from 'react';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { DownloadDialog, type FolderPart } from './download-dialog.tsx';
import { DownloadState } from './download-state.tsx';
import styles from './downloads.module.css';
import { useDownloads } from './use-downloads.ts';

export interface FileDownloadProps {
  readonly projectId: string;
  /** The service's id. */
  readonly fileId: string;
  readonly name: string;
  /** Why its content cannot be had; null when it can. */
  readonly reason: string | null;
  /** What finds a folder of this computer. */
  readonly chooser: FolderPart;
}

export function FileDownload(props: FileDownloadProps): ReactElement {
  const { projectId, fileId, name, reason, chooser } = props;
  const { downloads } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const { list, goOn, cancel, refused, fault, readAgain } = useDownloads();
  const own = list.filter((each) => each.fileId === fileId);
  return (
    <div className={styles['downloads']}>
      <ReasonedButton icon="download" reason={reason} onPress={() => setIsAsking(true)}>
        {downloads.download}
      </ReasonedButton>
      {reason === null && <p className={styles['quiet']}>{downloads.counted}</p>}
      {own.length > 0 && (
        <ul className={styles['list']} aria-label={downloads.list}>
          {own.map((view) => (
            <li key={view.id}>
              <DownloadState view={view} onGoOn={() => goOn(view)} onCancel={() => cancel(view)} />
            </li>
          ))}
        </ul>
      )}
      <Trouble fault={refused} />
      <Trouble fault={fault} onTryAgain={readAgain} />
      {isAsking && (
        <DownloadDialog
          place={{ projectId, fileId }}
          name={name}
          chooser={chooser}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
