/** Where the files of one project come from on this computer: its watched folders, and what was added by hand. */
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ProjectLinks } from '../../parts/projects/project-screen.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToWatch } from '../../paths.ts';
import { FileStanding } from './file-standing.tsx';
import { FolderCard } from './folder-card.tsx';
import styles from './folders.module.css';

export function FoldersScreen(): ReactElement {
  const { folders, files, shell } = useWords();
  const { projectId = '' } = useParams();
  const project = useProjects().find(({ id }) => id === projectId);
  const byHand = useCore(({ status }) =>
    status?.account?.addedByHand.find((each) => each.projectId === projectId),
  );
  const { value, fault, readAgain } = useRead('folders.list');
  const own = value?.filter(({ assignment }) => assignment.projectId === projectId) ?? null;
  const watch = pathToWatch(projectId);
  return (
    <Page
      title={project?.name ?? files.unknownProject}
      actions={
        <LinkButton to={watch} kind="primary" icon="plus">
          {shell.watchFolder}
        </LinkButton>
      }
    >
      <ProjectLinks projectId={projectId} />
      <LoadState value={own} fault={fault} onTryAgain={readAgain} lines={4} />
      {own?.length === 0 && <EmptyState title={folders.none} text={folders.noneText} />}
      {own?.map((folder) => (
        <FolderCard key={folder.id} folder={folder} />
      ))}
      {byHand !== undefined && <AddedByHand counts={byHand} />}
    </Page>
  );
}

function AddedByHand({
  counts,
}: Readonly<{ counts: AccountStatus['addedByHand'][number] }>): ReactElement {
  const { folders, files } = useWords();
  return (
    <section aria-labelledby="added-by-hand" className={styles['folder']}>
      <h2 id="added-by-hand">{folders.addedByHand}</h2>
      <FileStanding counts={counts} bytes={counts.bytes} />
      <div className={styles['tools']}>
        <LinkButton isSmall to={pathTo('addProjectFiles', counts.projectId)}>
          {files.addFiles}
        </LinkButton>
      </div>
    </section>
  );
}
