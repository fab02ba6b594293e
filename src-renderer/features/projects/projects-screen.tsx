/** All projects that the service shows, or the last copies of them. */
import { type ReactElement, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import type { PendingMark } from '../../../src-shared/model/changes/pending-view.ts';
import type { Project } from '../../../src-shared/service/projects.ts';
import { useJoinedProjects } from '../../data/use-invitations.ts';
import { useProjects } from '../../data/use-projects.ts';
import { useRead } from '../../data/use-read.ts';
import { useUndo } from '../../data/use-change-decisions.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type RowLook, Table, type TableColumn } from '../../ui/grid/table.tsx';
import { AcceptInvitation } from '../../parts/newcomer/accept-invitation.tsx';
import { AskForInvitation } from '../../parts/newcomer/what-is-missing.tsx';
import { ErrorNotice } from '../../parts/notices/error-notice.tsx';
import { UnsentNotice, WaitingChange } from '../../parts/changes/pending-change.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToProject } from '../../paths.ts';
import { editText, peopleText, periodText } from './project-text.ts';
import styles from './projects.module.css';
import prose from '../../ui/layout/prose.module.css';

export function ProjectsScreen(): ReactElement {
  const words = useWords();
  const { projects } = words;
  const navigate = useNavigate();
  const { value, fault, readAgain } = useRead('projects.list');
  const watched = useProjects();
  const { invitations } = useJoinedProjects();
  const undo = useUndo();
  const pending = value?.pending;
  const marks = useMemo(() => Object.values(pending ?? {}).flat(), [pending]);
  const why = fault ?? value?.fault ?? null;
  // Whoever works offline knows why a copy is shown.
  const isWanted = why?.kind === 'unavailable' && why.why === 'working-offline';
  const columns = useMemo<readonly TableColumn<Project>[]>(
    () => [
      {
        id: 'name',
        label: words.fields.project.name,
        cell: ({ id, name }) => (
          <div className={styles['named']}>
            <Link to={pathToProject(id)} className={prose['strong']}>
              {name}
            </Link>
            {(pending?.[id] ?? []).map((mark) => (
              <WaitingChange
                key={mark.changeId}
                mark={mark}
                name={name}
                {...editText(mark, words)}
                undo={undo}
              />
            ))}
          </div>
        ),
      },
      {
        id: 'leader',
        label: projects.leader,
        cell: ({ leaderFirstName, leaderLastName }) =>
          `${leaderFirstName} ${leaderLastName}`.trim(),
      },
      { id: 'area', label: words.fields.project.area, cell: ({ area }) => area },
      { id: 'dates', label: projects.dates, cell: (project) => periodText(project, words) },
      {
        id: 'people',
        label: projects.people,
        isNumber: true,
        cell: (project) => peopleText(project, words),
      },
      {
        id: 'files',
        label: projects.filesHere,
        isNumber: true,
        cell: ({ id }) => words.figures.number(watched.find((each) => each.id === id)?.files ?? 0),
      },
    ],
    [words, projects, watched, pending, undo],
  );
  return (
    <Page
      title={projects.title}
      actions={
        <Button kind="primary" icon="plus" onPress={() => void navigate(pathTo('newProject'))}>
          {projects.newProject}
        </Button>
      }
    >
      <ErrorNotice fault={isWanted ? null : why} onTryAgain={readAgain} />
      <ErrorNotice fault={undo.fault} />
      {value === null && fault === null && <Skeleton lines={5} />}
      <AsOf atMs={value?.asOfMs ?? null} />
      {value !== null && value.asOfMs === null && !value.isComplete && (
        <p role="status">{projects.incomplete}</p>
      )}
      <UnsentNotice marks={marks} />
      {invitations.length > 0 && <AcceptInvitation invitations={invitations} />}
      {value !== null && value.projects.length === 0 && (
        <EmptyState title={projects.none} text={projects.noneText}>
          <AskForInvitation />
        </EmptyState>
      )}
      {value !== null && value.projects.length > 0 && (
        <Table
          caption={projects.title}
          columns={columns}
          rows={value.projects}
          rowId={({ id }) => id}
          isStacked
          rowLook={({ id }) => lookOf(pending?.[id] ?? [])}
        />
      )}
      {invitations.length === 0 && <AcceptInvitation invitations={[]} />}
    </Page>
  );
}

function lookOf(marks: readonly PendingMark[]): RowLook | undefined {
  if (marks.some(({ stage }) => stage === 'refused' || stage === 'unknown')) return 'asking';
  return marks.some(({ kind }) => kind === 'create-project') ? 'added' : undefined;
}
