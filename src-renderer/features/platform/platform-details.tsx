/** The chosen file of the platform beside the list: what the service says of it, and what can be had of it. */
import { type ReactElement, useMemo, useState } from 'react';
import type { PlatformFile } from '../../../src-shared/model/files/platform-file.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useRead } from '../../data/use-read.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { FileName } from '../../parts/file-name.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { DetailsPane } from '../../ui/layout/page.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ServiceStatus } from '../../parts/status-text.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { FileDownload } from '../downloads/index.ts';
import { DeleteDialog } from '../files/index.ts';
import { kindText } from './platform-columns.tsx';
import styles from './platform.module.css';

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
  const { platform, figures } = words;
  const { fileId, visibility } = listed;
  const place = useMemo(() => ({ projectId, visibility, fileId }), [projectId, visibility, fileId]);
  const read = useRead('files.platformFile', place);
  // The list is newer; only what looking at a single file brings is taken from here.
  const { hash, sizeBytes, localFileId } = read.value ?? listed;
  const file = { ...listed, hash, sizeBytes, localFileId };
  const unsaid = read.value === null ? null : platform.hashNotSaid;
  const isOurs = useIsOurs(file.ownerId);
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
              label: platform.size,
              value: file.sizeBytes === null ? null : figures.size(file.sizeBytes),
            },
            {
              label: platform.hash,
              value:
                file.hash === null ? unsaid : <span className={styles['hash']}>{file.hash}</span>,
            },
            {
              label: words.files.serviceId,
              value: <span className={styles['hash']}>{fileId}</span>,
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
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button icon="trash" onPress={() => setIsAsking(true)}>
        {files.actions.delete}
      </Button>
      {isAsking && (
        <DeleteDialog
          file={{ asked: fileId, projectId, name }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** What its owner may well delete; the service has the last word. */
const DELETABLE: ReadonlySet<string> = new Set(['Available', 'NotarizationError']);

function useIsOurs(ownerId: string): boolean {
  return useCore(({ status }) => {
    const session = status?.session ?? null;
    return session !== null && session.state !== 'signed-out' && session.userId === ownerId;
  });
}

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
        <p className={styles['quiet']}>{platform.noCertificate}</p>
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
        <p className={styles['quiet']}>
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
