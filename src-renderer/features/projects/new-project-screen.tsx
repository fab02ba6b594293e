/** A new project. Its price, with that of the first invitations, is on the button, and asked once more before it is paid. */
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import { utcDay } from '../../../src-shared/model/text/time.ts';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { useCore } from '../../data/bridge-context.ts';
import { type Ask, useAction } from '../../data/use-action.ts';
import { usePaidChange } from '../../data/use-paid-change.ts';
import { useJoinedProjects } from '../../data/use-invitations.ts';
import { useRead } from '../../data/use-read.ts';
import { Form } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useGoOn } from '../../ui/layout/use-go-on.ts';
import { AcceptInvitation } from '../../parts/newcomer/accept-invitation.tsx';
import { AskForInvitation, CreditsMissing } from '../../parts/newcomer/what-is-missing.tsx';
import { PaidChangeDialog } from '../../parts/changes/paid-change-dialog.tsx';
import { outcomeText } from '../../words/change-outcome.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { PageFault } from '../../bridge/bridge.ts';
import { pathTo } from '../../paths.ts';
import { FirstMembers, type Guest } from './first-members.tsx';
import { emptyDraft, validateDraft, wishOf } from './project-draft.ts';
import { ProjectFields, useKnownTags } from './project-fields.tsx';
import prose from '../../ui/layout/prose.module.css';

export function NewProjectScreen(): ReactElement {
  const words = useWords();
  const { projects } = words;
  const goOn = useGoOn();
  const clockAheadMs = useCore(({ status }) => status?.clockAheadMs ?? 0);
  const [draft, setDraft] = useState(() => emptyDraft(utcDay(Date.now() - clockAheadMs)));
  const [people, setPeople] = useState<readonly Guest[]>([]);
  const [showsErrors, setShowsErrors] = useState(false);
  const [outcome, setOutcome] = useState<Change | null>(null);
  const permissions = useRead('profile.permissions');
  const knownTags = useKnownTags();
  const isAway = useRead('projects.list').value?.asOfMs != null;
  const outbox = useRead('outbox.list').value;
  const later = people.filter(({ isKnown }) => !isKnown);
  const inviting = useAction();
  const { invitations } = useJoinedProjects();
  const paid = usePaidChange((change) => {
    const { id, state, agreed } = change;
    const isKept = state.state === 'waiting' && agreed !== undefined;
    if (state.state !== 'delivered' && !isKept) {
      setOutcome(change);
      return;
    }
    const made = state.state === 'delivered' ? state.projectId : localProjectId(id);
    const leave = () => goOn(made === null ? pathTo('projects') : pathTo('projectDetails', made));
    if (later.length === 0) leave();
    else {
      const emails = later.map(({ email }) => email);
      inviting.run((call) => inviteLater(call, made ?? localProjectId(id), emails), leave);
    }
  });
  const { now } = paid;
  const errors = validateDraft(draft, words);
  const mayCreate = permissions.value?.canCreateProject ?? null;
  const credits = CREDITS.projectCreation + people.length * CREDITS.projectInvitation;

  const submit = () => {
    setShowsErrors(true);
    setOutcome(null);
    if (Object.keys(errors).length > 0) return false;
    paid.ask(
      wishOf(
        draft,
        people.filter(({ isKnown }) => isKnown).map(({ userId }) => userId),
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
        {invitations.length > 0 ? (
          <AcceptInvitation invitations={invitations} />
        ) : (
          <AskForInvitation />
        )}
        <p>
          <Link to={pathTo('projects')}>{projects.toProjects}</Link>
        </p>
      </Page>
    );
  }
  return (
    <Page title={projects.newProject} kind="form">
      {invitations.length > 0 && <AcceptInvitation invitations={invitations} />}
      <CreditsMissing forProject />
      <Form
        onSubmit={submit}
        submitLabel={projects.createPrice(credits)}
        isPending={now.step === 'pricing' || inviting.isPending}
        problem={problemOf()}
      >
        {isAway && <p role="status">{projects.createdOnline}</p>}
        <ProjectFields
          draft={draft}
          errors={showsErrors ? errors : {}}
          knownTags={knownTags}
          isNew
          onChange={setDraft}
        />
        <FirstMembers people={people} onChange={setPeople} />
      </Form>
      <PaidChangeDialog
        title={projects.newProject}
        agreeLabel={projects.create}
        paid={paid}
        waitingCredits={outbox?.waitingCredits ?? 0}
        extraCredits={later.length * CREDITS.projectInvitation}
        onClose={paid.cancel}
      >
        <p className={prose['strong']}>{draft.name}</p>
        {people.length > 0 && (
          <p className={prose['quiet']}>{words.figures.list(people.map(({ name }) => name))}</p>
        )}
      </PaidChangeDialog>
    </Page>
  );

  function problemOf(): string | null {
    if (outcome !== null) return outcomeText(outcome, words);
    const fault = now.step === 'idle' ? (now.fault ?? inviting.fault) : null;
    return faultSentence(fault, words);
  }
}

/** The price of each was agreed to; one that is dearer by now, or would go below the reserve, is not kept and ends it. */
async function inviteLater(
  ask: Ask,
  projectId: string,
  emails: readonly string[],
): Promise<Result<null, PageFault>> {
  for (const email of emails) {
    const priced = await ask('outbox.price', {
      kind: 'invite-member',
      projectId,
      person: { email },
    });
    if (!priced.ok) return priced;
    const { intent, credits } = priced.value;
    const agreed = { passedReserve: null, whenOnline: true };
    const kept = await ask('outbox.keep', { intent, credits, ...agreed });
    if (!kept.ok) return kept;
  }
  return ok(null);
}
