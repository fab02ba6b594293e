/** A new project. Its price, with that of the first invitations, is on the button, and asked once more before it is paid. */
import { useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Change } from '../../../src-shared/model/change.ts';
import { personName, type UserView } from '../../../src-shared/model/person-view.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { usePaidChange } from '../../bridge/use-paid-change.ts';
import { useRead } from '../../bridge/use-read.ts';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { PaidChangeDialog } from '../../ui/paid-change-dialog.tsx';
import { outcomeText } from '../../words/change-outcome.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { FirstMembers } from './first-members.tsx';
import { emptyDraft, judgeDraft, wishOf } from './project-draft.ts';
import { ProjectFields } from './project-fields.tsx';
import styles from './projects.module.css';
import { useKnownTags } from './use-known-tags.ts';

const NOTHING = {};
const STALE_ON = ['credits-changed'] as const;

export function NewProjectScreen(): ReactElement {
  const words = useWords();
  const { projects } = words;
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => emptyDraft(new Date().toISOString().slice(0, 10)));
  const [people, setPeople] = useState<readonly UserView[]>([]);
  const [isJudged, setIsJudged] = useState(false);
  const [outcome, setOutcome] = useState<Change | null>(null);
  const permissions = useRead('profile.permissions', NOTHING, STALE_ON);
  const knownTags = useKnownTags();
  const { now, ask, agree, cancel } = usePaidChange((change) => {
    const { state } = change;
    if (state.state !== 'delivered') setOutcome(change);
    else if (state.projectId === null) void navigate('/projects');
    else void navigate(`/projects/${encodeURIComponent(state.projectId)}/details`);
  });
  const errors = judgeDraft(draft, words);
  const mayCreate = permissions.value?.canCreateProject ?? null;
  const credits = CREDITS.projectCreation + people.length * CREDITS.projectInvitation;

  const submit = () => {
    setIsJudged(true);
    setOutcome(null);
    if (Object.keys(errors).length > 0) return false;
    ask(
      wishOf(
        draft,
        people.map(({ userId }) => userId),
      ),
    );
    return true;
  };

  if (mayCreate !== null && !mayCreate.may) {
    return (
      <Page title={projects.newProject} kind="form">
        <p role="status">
          {mayCreate.serviceSays === null || mayCreate.serviceSays === ''
            ? projects.mayNot
            : projects.mayNotSays(mayCreate.serviceSays)}
        </p>
        <p>
          <Link to="/projects">{projects.toProjects}</Link>
        </p>
      </Page>
    );
  }
  const isOffered = now.step === 'offered' || now.step === 'sending';
  return (
    <Page title={projects.newProject} kind="form">
      <Form
        onSubmit={submit}
        submitLabel={projects.createPrice(credits)}
        isPending={now.step === 'pricing'}
        problem={problemOf()}
      >
        <ProjectFields
          draft={draft}
          errors={isJudged ? errors : {}}
          knownTags={knownTags}
          isNew
          onChange={setDraft}
        />
        <FirstMembers people={people} onChange={setPeople} />
      </Form>
      <PaidChangeDialog
        title={projects.newProject}
        agreeLabel={projects.create}
        offer={isOffered ? now.offer : null}
        fault={now.step === 'offered' ? now.fault : null}
        isSending={now.step === 'sending'}
        onAgree={agree}
        onClose={cancel}
      >
        <p className={styles['name']}>{draft.name}</p>
        {people.length > 0 && (
          <p className={styles['quiet']}>{words.figures.list(people.map(personName))}</p>
        )}
      </PaidChangeDialog>
    </Page>
  );

  function problemOf(): string | null {
    if (outcome !== null) return outcomeText(outcome, words);
    return now.step === 'idle' && now.fault !== null ? faultSentence(now.fault, words) : null;
  }
}
