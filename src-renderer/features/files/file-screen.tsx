/** One file as a page of its own. */
import { type ReactElement, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useRead } from '../../data/use-read.ts';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { FileDownload } from '../downloads/index.ts';
import { EvidenceButton } from '../evidence/index.ts';
import { FileFacts } from './file-facts.tsx';
import { shareOf } from './upload-share.ts';
import styles from './files.module.css';

/** Whoever has the file on this computer needs no other copy. */
const WITHOUT_COPY: ReadonlySet<FileListRow['state']> = new Set(['missing', 'remote_only']);

export function FileScreen(): ReactElement {
  const { files } = useWords();
  const { projectId = '', fileId = '' } = useParams();
  const input = useMemo(() => ({ asked: fileId }), [fileId]);
  const { value: file, fault, readAgain } = useRead('files.show', input);
  const progress = useCore((view) => view.progress);
  const back = pathTo('projectFiles', projectId);
  const isGone = fault?.kind === 'unknown-file';
  return (
    <Page
      title={file?.name ?? files.oneFile}
      {...(file === null || file.folderPath === '' ? {} : { subtitle: printable(file.folderPath) })}
    >
      <p>
        <Link to={back}>{files.backToList}</Link>
      </p>
      {isGone && <p>{files.goneText}</p>}
      {!isGone && <ErrorNotice fault={fault} onTryAgain={readAgain} />}
      {file === null && fault === null && <Skeleton lines={6} />}
      {file !== null && (
        <div className={styles['single']}>
          <FileFacts file={file} share={shareOf(progress, file)} />
          <FileDownloadOf file={file} />
          {file.fileId !== null && <EvidenceButton choice={{ asked: [file.id] }} about={file} />}
        </div>
      )}
    </Page>
  );
}

function FileDownloadOf({ file }: Readonly<{ file: FileListRow }>): ReactElement | null {
  const { fileId, projectId, name, state, visibility } = file;
  if (fileId === null || visibility === 'private' || !WITHOUT_COPY.has(state)) return null;
  return <FileDownload fileId={fileId} projectId={projectId} name={name} reason={null} />;
}
