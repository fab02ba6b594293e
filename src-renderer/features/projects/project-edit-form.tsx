/** Changes a project. What was typed stays until it was saved or discarded. */
import { type ReactElement, useState } from 'react';
import type { ProjectView } from '../../../src-shared/bridge/project-calls.ts';
import type { Project } from '../../../src-shared/service/projects.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { draftOf, editOf, validateDraft, seenOf } from './project-draft.ts';
import { ProjectFields, useKnownTags } from './project-fields.tsx';
import arrangement from '../../ui/layout/arrangement.module.css';
import styles from './projects.module.css';

export function ProjectEditForm({
  project,
  onSaved,
  onDiscard,
}: Readonly<{
  project: Project;
  onSaved: (view: ProjectView) => void;
  onDiscard: () => void;
}>): ReactElement {
  const words = useWords();
  const { projects } = words;
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
        submitLabel={projects.save}
        isPending={isPending}
        problem={fault === null ? null : faultSentence(fault, words)}
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
