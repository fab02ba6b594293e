/** What a project is, and the form that changes it. Only what somebody changed is sent, at once or when the service is there. */
import { type ReactElement, useState } from 'react';
import type { ProjectView } from '../../../src-shared/bridge/project-calls.ts';
import {
  PROJECT_FIELD_NAMES,
  type ProjectField,
  type Project,
} from '../../../src-shared/service/projects.ts';
import { useRead } from '../../data/use-read.ts';
import { useUndo } from '../../data/use-change-decisions.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Success, Form } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import {
  ProjectScreen,
  UnknownProject,
  ProjectLinks,
} from '../../parts/projects/project-screen.tsx';
import { ErrorNotice, LoadState } from '../../parts/notices/error-notice.tsx';
import { PendingMark, WaitingChange } from '../../parts/changes/pending-change.tsx';
import { fieldText } from '../../words/field-text.ts';
import { useWords } from '../../words/words-context.ts';
import type { PendingMark as Mark } from '../../../src-shared/model/changes/pending-view.ts';
import { editText, peopleText, periodText, scopeText } from './project-text.ts';
import arrangement from '../../ui/layout/arrangement.module.css';
import { useSend } from '../../data/use-action.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { pathTo } from '../../paths.ts';
import { draftOf, editOf, validateDraft, seenOf } from './project-draft.ts';
import { ProjectFields, useKnownTags } from './project-fields.tsx';
import styles from './projects.module.css';

export function ProjectDetailsScreen(): ReactElement {
  return <ProjectScreen route="projectDetails" of={ProjectDetails} />;
}

function ProjectDetails({ projectId }: Readonly<{ projectId: string }>): ReactElement {
  const { projects } = useWords();
  const { value, fault, readAgain } = useRead('projects.show', { projectId });
  if (fault?.kind === 'unknown-project') return <UnknownProject />;
  return (
    <Page title={value?.project.name ?? projects.details}>
      <ProjectLinks projectId={projectId} />
      <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={8} />
      {value !== null && <ShownProject view={value} />}
    </Page>
  );
}

function ShownProject({ view }: Readonly<{ view: ProjectView }>): ReactElement {
  const words = useWords();
  const { projects, ui } = words;
  const [mode, setMode] = useState<'shown' | 'edited' | 'saved' | 'kept'>('shown');
  const undo = useUndo();
  const { project, asOfMs, pending, standing } = view;
  if (mode === 'edited') {
    return (
      <ProjectEditForm
        project={project}
        onSaved={(after) => setMode(after.pending.length === 0 ? 'saved' : 'kept')}
        onDiscard={() => setMode('shown')}
      />
    );
  }
  const orDash = (text: string) => (text === '' ? projects.notStated : text);
  // A word that was given has no number yet.
  const given = (field: ProjectField) =>
    pending
      .filter(({ stage }) => stage !== 'refused')
      .flatMap(({ fields }) => fields)
      .findLast((edit) => edit.field === field)?.now ?? null;
  const text = (field: ProjectField): string => {
    const value = project[field];
    if (field === 'organisationScope' || field === 'leaderScope') {
      return scopeText(field, view, given(field), words);
    }
    if (Array.isArray(value))
      return value.length === 0 ? projects.noTags : words.figures.list(value);
    return orDash(String(value ?? ''));
  };
  const fact = (
    field: ProjectField,
    label = words.fields.project[field],
    value = text(field),
    ...others: readonly ProjectField[]
  ) => ({
    label,
    value: (
      <>
        {value}
        {[field, ...others].map((each) => (
          <FieldNote
            key={each}
            field={each}
            marks={pending}
            // Where the fact has another name than the field, or two fields stand in one place.
            {...(label !== words.fields.project[field] && { label: words.fields.project[each] })}
          />
        ))}
      </>
    ),
  });
  return (
    <>
      {mode === 'saved' && <Success>{projects.saved}</Success>}
      {mode === 'kept' && <p role="status">{ui.kept}</p>}
      {standing === 'gone' && <p role="status">{projects.gone}</p>}
      {standing === 'forbidden' && <p role="status">{projects.forbidden}</p>}
      <ErrorNotice fault={undo.fault} />
      <AsOf atMs={asOfMs} />
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
          ...(given('name') === null ? [] : [fact('name')]),
          {
            label: projects.leader,
            value: orDash(`${project.leaderFirstName} ${project.leaderLastName}`.trim()),
          },
          ...PROJECT_FIELD_NAMES.flatMap((field) => {
            if (field === 'name' || field === 'endDate') return [];
            if (field === 'startDate') {
              return [fact(field, projects.dates, periodText(project, words), 'endDate')];
            }
            if (field !== 'maxNumberOfMembers') return [fact(field)];
            return [fact(field, projects.people, peopleText(project, words))];
          }),
        ]}
      />
      <div className={arrangement['buttons']}>
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

/** Changes a project. What was typed stays until it was saved or discarded. */
function ProjectEditForm({
  project,
  onSaved,
  onDiscard,
}: Readonly<{
  project: Project;
  onSaved: (view: ProjectView) => void;
  onDiscard: () => void;
}>): ReactElement {
  const words = useWords();
  const { projects, ui } = words;
  // As it was when the editing began: a change from elsewhere must not look like one of this person's.
  const [began] = useState(project);
  const [before] = useState(() => draftOf(project));
  const [draft, setDraft] = useState(before);
  const [showsErrors, setShowsErrors] = useState(false);
  const knownTags = useKnownTags();
  const { send, isPending, fault } = useSend('projects.edit');
  const errors = validateDraft(draft, words, before);
  const submit = () => {
    setShowsErrors(true);
    if (Object.keys(errors).length > 0) return false;
    const edit = editOf(before, draft);
    if (Object.keys(edit).length === 0) onDiscard();
    else send({ projectId: project.id, edit, seen: seenOf(began, edit) }, onSaved);
    return true;
  };
  return (
    <div className={styles['form']}>
      <Form
        onSubmit={submit}
        submitLabel={ui.save}
        isPending={isPending}
        problem={faultSentence(fault, words)}
      >
        <ProjectFields
          draft={draft}
          errors={showsErrors ? errors : {}}
          knownTags={knownTags}
          isNew={false}
          onChange={setDraft}
        />
      </Form>
      <div className={arrangement['buttons']}>
        {fault?.kind === 'change-refused' && (
          <LinkButton to={pathTo('outbox')}>{words.pending.review}</LinkButton>
        )}
        <Button kind="quiet" isDisabled={isPending} onPress={onDiscard}>
          {projects.discard}
        </Button>
      </div>
    </div>
  );
}
