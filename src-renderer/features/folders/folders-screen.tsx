/** The watched folders of one project: how they are, their rules, and what can be done about them. */
import { type ReactElement, useState } from 'react';
import { useParams } from 'react-router';
import type { FolderView } from '../../../src-shared/bridge/folder-calls.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { HealthBanner } from '../../parts/health-banner.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ProjectLinks } from '../../parts/project-links.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { usePathText } from '../../parts/path-text.ts';
import { useNow } from '../../ui/feedback/use-now.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToWatch } from '../../paths.ts';
import styles from './folders.module.css';
import { watchLimitFacts } from './watch-capability-facts.ts';
import { AuditFolder } from './audit-folder.tsx';
import { TakeEarlier } from './include-baseline.tsx';

const NOTHING = {};

export function FoldersScreen(): ReactElement {
  const { folders, files } = useWords();
  const { projectId = '' } = useParams();
  const project = useProjects().find(({ id }) => id === projectId);
  const { value, fault, readAgain } = useRead('folders.list', NOTHING);
  const own = value?.filter(({ assignment }) => assignment.projectId === projectId) ?? null;
  const watch = pathToWatch(projectId);
  return (
    <Page
      title={project?.name ?? files.unknownProject}
      actions={
        <LinkButton to={watch} kind="primary" icon="plus">
          {folders.watch}
        </LinkButton>
      }
    >
      <ProjectLinks projectId={projectId} />
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      {own === null && fault === null && <Skeleton lines={4} />}
      {own?.length === 0 && <EmptyState title={folders.none} text={folders.noneText} />}
      {own?.map((folder) => (
        <Folder key={folder.id} folder={folder} />
      ))}
    </Page>
  );
}

/** The choice, and what it uploads and may cost. */
function checkText(
  { assignment: { checkPolicy }, isCheckChosen }: FolderView,
  { assignment, figures, folders }: Words,
): string {
  const check = typeof checkPolicy === 'string' ? checkPolicy : 'up-to';
  const choice =
    typeof checkPolicy === 'string'
      ? assignment.checks[checkPolicy]
      : assignment.checkedUpTo(figures.size(checkPolicy.upToBytes));
  return `${isCheckChosen ? choice : folders.byDefault(choice)}: ${assignment.checkHints[check]}`;
}

function Folder({ folder }: Readonly<{ folder: FolderView }>): ReactElement {
  const words = useWords();
  const { folders, assignment, figures, ui } = words;
  const nowMs = useNow();
  const look = useSend('folders.look');
  const remove = useSend('folders.remove');
  const [isAsking, setIsAsking] = useState(false);
  const path = usePathText()(folder.path);
  const { trouble, lastScanAtMs, budgetCredits, exclude, onlyNew } = folder;
  const { visibility, fileType, labels, projectId } = folder.assignment;
  const edit = pathTo('folder', projectId, folder.id);
  const close = () => setIsAsking(false);
  return (
    <section aria-label={path} className={styles['folder']}>
      <h2 className={styles['path']}>{path}</h2>
      {trouble !== null && (
        <HealthBanner
          severity="attention"
          title={folders.troubles[trouble]}
          text={folders.troubleText}
        >
          <Button isSmall isPending={look.isPending} onPress={() => look.send({}, () => undefined)}>
            {folders.look}
          </Button>
        </HealthBanner>
      )}
      <Facts
        facts={[
          {
            label: folders.holds,
            value: `${folders.files(folder.files)} · ${figures.size(folder.bytes)}`,
          },
          {
            label: folders.lastLook,
            value:
              lastScanAtMs === null
                ? folders.never
                : figures.when(lastScanAtMs, Math.max(nowMs, lastScanAtMs)),
          },
          {
            label: folders.rules,
            value: [
              assignment.visibilities[visibility],
              assignment.types[fileType],
              labels,
              ...(exclude.length === 0 ? [] : [folders.patterns(exclude.length)]),
            ].join(' · '),
          },
          { label: assignment.check, value: checkText(folder, words) },
          ...(onlyNew ? [{ label: folders.earlier, value: folders.earlierLeftOut }] : []),
          ...watchLimitFacts(folder.watchLimit, words),
          {
            label: folders.spending,
            value: budgetCredits === null ? folders.spendings.ask : folders.upTo(budgetCredits),
          },
        ]}
      />
      <div className={styles['tools']}>
        <LinkButton to={edit} isSmall>
          {folders.edit}
        </LinkButton>
        {trouble === null && (
          <Button isSmall isPending={look.isPending} onPress={() => look.send({}, () => undefined)}>
            {folders.look}
          </Button>
        )}
        <AuditFolder folder={folder} />
        {onlyNew && <TakeEarlier folder={folder} />}
        <Button isSmall onPress={() => setIsAsking(true)}>
          {folders.stop}
        </Button>
      </div>
      <Dialog
        title={folders.stopTitle}
        isOpen={isAsking}
        onClose={close}
        isQuestion
        actions={
          <>
            <Button onPress={close}>{ui.cancel}</Button>
            <Button
              kind="primary"
              isPending={remove.isPending}
              onPress={() => remove.send({ id: folder.id }, close)}
            >
              {folders.stop}
            </Button>
          </>
        }
      >
        <p>{folders.stopText(path)}</p>
        <ErrorNotice fault={remove.fault} />
      </Dialog>
    </section>
  );
}
