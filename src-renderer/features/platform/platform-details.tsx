/** The chosen file of the service beside the list: what the service says of it, and what can be had of it. */
import { type ReactElement, useState } from 'react';
import type { PlatformFile } from '../../../src-shared/model/files/platform-file.ts';
import { useSelf } from '../../data/use-invitations.ts';
import { useAction } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { DialogButton } from '../../ui/overlay/dialog-button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { WaitingDeletion } from '../../parts/changes/waiting-deletion.tsx';
import { FileName } from '../../parts/files/file-name.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { DetailsPane } from '../../ui/layout/page.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { ServiceStatus } from '../../parts/files/status-text.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { FileDownload } from '../downloads/index.ts';
import { DeleteDialog } from '../files/index.ts';
import { kindText } from './platform-columns.tsx';
import styles from './platform.module.css';
import prose from '../../ui/layout/prose.module.css';

export function PlatformDetails({
  projectId,
  file: listed,
  onClose,
}: Readonly<{
  projectId: string;
  file: PlatformFile;
  onClose: () => void;
}>): ReactElement {
  const words = useWords();
  const { platform, figures, files } = words;
  const { fileId, visibility } = listed;
  const read = useRead('files.platformFile', { projectId, visibility, fileId });
  // The list is newer; only what looking at a single file brings is taken from here.
  const { hash, sizeBytes, localFileId } = read.value ?? listed;
  const file = { ...listed, hash, sizeBytes, localFileId };
  const unsaid = read.value === null ? null : platform.hashNotSaid;
  const isOurs = useSelf()?.userId === file.ownerId;
  return (
    <DetailsPane title={<FileName name={file.name} />} onClose={onClose}>
      <div className={styles['details']}>
        <ServiceStatus
          status={file.status}
          {...(file.localFileId === null ? { detail: platform.onlyThere } : {})}
        />
        <PlatformActions projectId={projectId} file={file} />
        {isOurs && DELETABLE.has(file.status) && (
          <DeleteThere projectId={projectId} fileId={fileId} name={file.name} />
        )}
        <WaitingDeletion fileId={fileId} name={file.name} />
        <Facts
          facts={[
            { label: platform.kind, value: kindText(file, words) },
            { label: platform.by, value: file.ownerName === '' ? null : file.ownerName },
            {
              label: platform.when,
              value: file.uploadedAtMs === null ? null : figures.moment(file.uploadedAtMs),
            },
            { label: platform.labels, value: file.labels === '' ? null : file.labels },
            {
              label: files.size,
              value: file.sizeBytes === null ? null : figures.size(file.sizeBytes),
            },
            {
              label: platform.hash,
              value:
                file.hash === null ? unsaid : <span className={prose['code']}>{file.hash}</span>,
            },
            {
              label: words.files.serviceId,
              value: <span className={prose['code']}>{fileId}</span>,
            },
          ]}
        />
        <ErrorNotice fault={read.fault} onTryAgain={read.readAgain} />
      </div>
    </DetailsPane>
  );
}

/** Takes it off the platform. */
function DeleteThere({
  projectId,
  fileId,
  name,
}: Readonly<{ projectId: string; fileId: string; name: string }>): ReactElement {
  const { files } = useWords();
  return (
    <DialogButton icon="trash" label={files.actions.delete}>
      {(close) => (
        <DeleteDialog file={{ asked: fileId, projectId, name, folderPath: null }} onClose={close} />
      )}
    </DialogButton>
  );
}

/** What its owner may well delete; the service has the last word. */
const DELETABLE: ReadonlySet<string> = new Set(['Available', 'NotarizationError']);

function PlatformActions({
  projectId,
  file,
}: Readonly<{
  projectId: string;
  file: PlatformFile;
}>): ReactElement {
  const { platform } = useWords();
  const { fileId, localFileId } = file;
  const reason = noDownload(file, platform);
  const hasCertificate = HAS_CERTIFICATE.has(file.status);
  return (
    <div className={styles['actions']}>
      {hasCertificate ? (
        <LinkButton to={pathTo('certificate', projectId, fileId)}>
          {platform.certificate}
        </LinkButton>
      ) : (
        <p className={prose['aside']}>{platform.noCertificate}</p>
      )}
      <FileDownload projectId={projectId} fileId={fileId} name={file.name} reason={reason} />
      {reason === null && <DownloadLink projectId={projectId} fileId={fileId} reason={reason} />}
      {localFileId !== null && (
        <LinkButton to={pathTo('file', projectId, localFileId)}>{platform.openLocal}</LinkButton>
      )}
    </div>
  );
}

/** For another program: the address itself, asked for on one press and followed on another. */
function DownloadLink({
  projectId,
  fileId,
  reason,
}: Readonly<{ projectId: string; fileId: string; reason: string | null }>): ReactElement {
  const { platform } = useWords();
  const { run, isPending, fault } = useAction();
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      {url === null ? (
        <ReasonedButton
          reason={reason}
          isPending={isPending}
          onPress={() =>
            run(
              (ask) => ask('files.link', { asked: fileId, projectId }),
              (link) => setUrl(link.url),
            )
          }
        >
          {platform.download}
        </ReasonedButton>
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {platform.openLink}
        </a>
      )}
      {reason === null && (
        <p className={prose['aside']}>
          {url === null ? platform.beforeDownload : platform.linkText}
        </p>
      )}
      <ErrorNotice fault={fault} />
    </>
  );
}

/** Deleted files keep their history, and their certificate with it. */
const HAS_CERTIFICATE: ReadonlySet<string> = new Set(['Available', 'PendingDeletion', 'Deleted']);

/** Why its content cannot be had; null when it can. */
function noDownload(
  { visibility, status, localFileId }: PlatformFile,
  platform: Words['platform'],
): string | null {
  if (visibility === 'private') {
    return localFileId === null ? platform.noDownload : platform.noDownloadHere;
  }
  return status === 'Deleted' ? platform.noDownloadDeleted : null;
}
