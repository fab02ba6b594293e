/** What a project is, and the form that changes it. Only what somebody changed is sent, at once or when the service is there. */
import { type ReactElement, useMemo, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import type { ProjectView } from '../../../src-shared/bridge/project-calls.ts';
import { useRead } from '../../data/use-read.ts';
import { useRealProjectId } from '../../data/use-projects.ts';
import { useUndo } from '../../data/use-change-decisions.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Success } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ProjectLinks } from '../../parts/project-links.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { PendingMark, WaitingChange } from '../../parts/pending-change.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { fieldText } from '../../words/field-text.ts';
import { useWords } from '../../words/words-context.ts';
import type { PendingMark as Mark } from '../../../src-shared/model/changes/pending-mark.ts';
import { pathTo } from '../../paths.ts';
import { editText, joinedCount, periodText, scopeText } from './project-text.ts';
import { ProjectEditForm } from './project-edit-form.tsx';
import styles from './projects.module.css';

export function ProjectDetailsScreen(): ReactElement {
  const { projectId = '' } = useParams();
  const realId = useRealProjectId(projectId);
  if (realId !== projectId) {
    return <Navigate replace to={pathTo('projectDetails', realId)} />;
  }
  return <ProjectDetails key={projectId} projectId={projectId} />;
}

function ProjectDetails({ projectId }: Readonly<{ projectId: string }>): ReactElement {
  const { projects } = useWords();
  const input = useMemo(() => ({ projectId }), [projectId]);
  const { value, fault, readAgain } = useRead('projects.show', input);
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
      <ErrorNotice fault={fault} onTryAgain={readAgain} />
      {value === null && fault === null && <Skeleton lines={8} />}
      {value !== null && <ShownProject view={value} />}
    </Page>
  );
}

function ShownProject({ view }: Readonly<{ view: ProjectView }>): ReactElement {
  const words = useWords();
  const { projects } = words;
  const nowMs = useNow();
  const [mode, setMode] = useState<'shown' | 'edited' | 'saved' | 'kept'>('shown');
  const undo = useUndo();
  const { project, scopes, asOfMs, pending, standing } = view;
  if (mode === 'edited') {
    return (
      <ProjectEditForm
        project={project}
        onSaved={(after) => setMode(after.pending.length === 0 ? 'saved' : 'kept')}
        onDiscard={() => setMode('shown')}
      />
    );
  }
  const { maxNumberOfMembers } = project;
  const orDash = (text: string) => (text === '' ? projects.notStated : text);
  const noted = (value: string, ...fields: readonly { field: string; label?: string }[]) => (
    <>
      {value}
      {fields.map((each) => (
        <FieldNote key={each.field} {...each} marks={pending} />
      ))}
    </>
  );
  // A word that was given has no number yet.
  const given = (field: string) =>
    pending
      .filter(({ stage }) => stage !== 'refused')
      .flatMap(({ fields }) => fields)
      .findLast((edit) => edit.field === field)?.now ?? null;
  const scope = (field: 'organisationScope' | 'leaderScope', learned: string | null) => {
    const word = given(field);
    return word === null
      ? scopeText(project[field], learned, words)
      : fieldText(field, word, words);
  };
  return (
    <>
      {mode === 'saved' && <Success>{projects.saved}</Success>}
      {mode === 'kept' && <p role="status">{projects.kept}</p>}
      {standing === 'gone' && <p role="status">{projects.gone}</p>}
      {standing === 'forbidden' && <p role="status">{projects.forbidden}</p>}
      <ErrorNotice fault={undo.fault} />
      {asOfMs !== null && <AsOf atMs={asOfMs} nowMs={nowMs} />}
      {pending.map((mark) => (
        <WaitingChange
          key={mark.changeId}
          mark={mark}
          name={project.name}
          {...editText(mark, words)}
          undo={undo}
        />
      ))}
      <Facts
        facts={[
          {
            label: projects.name,
            value: given('name') === null ? null : noted(project.name, { field: 'name' }),
          },
          {
            label: projects.leader,
            value: orDash(`${project.leaderFirstName} ${project.leaderLastName}`.trim()),
          },
          { label: projects.area, value: noted(orDash(project.area), { field: 'area' }) },
          {
            label: projects.organisation,
            value: noted(orDash(project.organisation), { field: 'organisation' }),
          },
          {
            label: projects.location,
            value: noted(orDash(project.location), { field: 'location' }),
          },
          {
            label: projects.dates,
            value: noted(
              periodText(project, words),
              { field: 'startDate', label: projects.from },
              { field: 'endDate', label: projects.to },
            ),
          },
          {
            label: projects.people,
            value: noted(projects.peopleOf(joinedCount(project), maxNumberOfMembers), {
              field: 'maxNumberOfMembers',
              label: projects.most,
            }),
          },
          {
            label: projects.organisationScope,
            value: noted(
              scope(
                'organisationScope',
                scopes.organisation && projects.organisationScopes[scopes.organisation],
              ),
              { field: 'organisationScope' },
            ),
          },
          {
            label: projects.leaderScope,
            value: noted(
              scope('leaderScope', scopes.leader && projects.leaderScopes[scopes.leader]),
              { field: 'leaderScope' },
            ),
          },
          {
            label: projects.tags,
            value: noted(
              project.tags.length === 0 ? projects.noTags : words.figures.list(project.tags),
              { field: 'tags' },
            ),
          },
        ]}
      />
      <div className={styles['buttons']}>
        <Button icon="file-pen-line" onPress={() => setMode('edited')}>
          {projects.edit}
        </Button>
      </div>
    </>
  );
}

/** Nothing while no edit of the field is on its way. `label`: where two fields stand in one place. */
function FieldNote({
  field,
  label,
  marks,
}: Readonly<{ field: string; label?: string; marks: readonly Mark[] }>): ReactElement | null {
  const words = useWords();
  const found = marks
    .filter(({ kind, stage }) => kind === 'edit-project' && stage !== 'refused')
    .flatMap(({ stage, fields }) => fields.map((edit) => ({ ...edit, stage })))
    .findLast((edit) => edit.field === field);
  if (found === undefined) return null;
  const was = words.pending.was(fieldText(field, found.was, words));
  return <PendingMark stage={found.stage} text={label === undefined ? was : `${label}: ${was}`} />;
}
