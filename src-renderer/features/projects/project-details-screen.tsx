/** What a project is, and the form that changes it. Only what somebody changed is sent; nothing is queued. */
import { useMemo, useState, type ReactElement } from 'react';
import { useParams } from 'react-router';
import type { ProjectView } from '../../../src-shared/bridge/project-calls.ts';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useRead } from '../../bridge/use-read.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Success } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { ProjectLinks } from '../../ui/project-links.tsx';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { periodText } from './period-text.ts';
import { ProjectEditForm } from './project-edit-form.tsx';
import styles from './projects.module.css';
import { scopeText } from './scope-text.ts';

const STALE_ON: readonly PageEvent['kind'][] = ['projects-changed'];

export function ProjectDetailsScreen(): ReactElement {
  const { projectId = '' } = useParams();
  return <ProjectDetails key={projectId} projectId={projectId} />;
}

function ProjectDetails({ projectId }: Readonly<{ projectId: string }>): ReactElement {
  const { projects } = useWords();
  const input = useMemo(() => ({ projectId }), [projectId]);
  const { value, fault, readAgain } = useRead('projects.show', input, STALE_ON);
  if (fault?.kind === 'unknown-project') {
    return (
      <Page title={projects.unknown}>
        <p>{projects.unknownText}</p>
      </Page>
    );
  }
  return (
    <Page title={value?.project.name ?? projects.details}>
      <ProjectLinks projectId={projectId} />
      <Trouble fault={fault} onTryAgain={readAgain} />
      {value === null && fault === null && <Skeleton lines={8} />}
      {value !== null && <ShownProject view={value} isReachable={fault === null} />}
    </Page>
  );
}

function ShownProject({
  view,
  isReachable,
}: Readonly<{ view: ProjectView; isReachable: boolean }>): ReactElement {
  const words = useWords();
  const { projects } = words;
  const nowMs = useNow();
  const [mode, setMode] = useState<'shown' | 'edited' | 'saved'>('shown');
  const { project, scopes, asOfMs } = view;
  if (mode === 'edited') {
    return (
      <ProjectEditForm
        project={project}
        onSaved={() => setMode('saved')}
        onDiscard={() => setMode('shown')}
      />
    );
  }
  const { maxNumberOfMembers, members } = project;
  const count = members.totalRecords ?? members.records.length;
  const orDash = (text: string) => (text === '' ? projects.notStated : text);
  return (
    <>
      {mode === 'saved' && <Success>{projects.saved}</Success>}
      {asOfMs !== null && <AsOf atMs={asOfMs} nowMs={nowMs} />}
      <Facts
        facts={[
          {
            label: projects.leader,
            value: orDash(`${project.leaderFirstName} ${project.leaderLastName}`.trim()),
          },
          { label: projects.area, value: orDash(project.area) },
          { label: projects.organisation, value: orDash(project.organisation) },
          { label: projects.location, value: orDash(project.location) },
          { label: projects.dates, value: periodText(project, words) },
          { label: projects.people, value: projects.peopleOf(count, maxNumberOfMembers) },
          {
            label: projects.organisationScope,
            value: scopeText(
              project.organisationScope,
              scopes.organisation && projects.organisationScopes[scopes.organisation],
              words,
            ),
          },
          {
            label: projects.leaderScope,
            value: scopeText(
              project.leaderScope,
              scopes.leader && projects.leaderScopes[scopes.leader],
              words,
            ),
          },
          {
            label: projects.tags,
            value: project.tags.length === 0 ? projects.noTags : words.figures.list(project.tags),
          },
        ]}
      />
      <div className={styles['buttons']}>
        <ReasonedButton
          icon="file-pen-line"
          reason={asOfMs !== null || !isReachable ? projects.needsService : null}
          onPress={() => setMode('edited')}
        >
          {projects.edit}
        </ReasonedButton>
      </div>
    </>
  );
}
