/**
 * What somebody lacks before anything can be notarized, and who can give it: credits, which only an administrator adds,
 * and a project, to which its leader invites. An invitation that waits comes first, and then nothing is missing but its
 * acceptance. Nothing is drawn for what is there or not known yet.
 */
import type { ReactElement } from 'react';
import { CREDITS } from '../../../src-shared/service/limits.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance } from '../../data/queries.ts';
import { type Joined, useSelf } from '../../data/use-invitations.ts';
import { pathTo } from '../../paths.ts';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { useWords } from '../../words/words-context.ts';
import { AcceptInvitation } from './accept-invitation.tsx';
import { Letter } from './letter.tsx';
import styles from './newcomer.module.css';
import prose from '../../ui/layout/prose.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function WhatIsMissing({ joined }: Readonly<{ joined: Joined }>): ReactElement {
  const isInvited = joined.invitations.length > 0;
  const hasNoProject = joined.isRead && joined.projects.length === 0 && !isInvited;
  return (
    <>
      {isInvited && <AcceptInvitation invitations={joined.invitations} />}
      <CreditsMissing />
      {hasNoProject && (
        <>
          <NoProject />
          <AcceptInvitation invitations={[]} />
        </>
      )}
    </>
  );
}

/** Where the balance is below what a new project costs, or, without `forProject`, where there are no credits at all. */
export function CreditsMissing({
  forProject = false,
}: Readonly<{ forProject?: boolean }>): ReactElement | null {
  const { credits, newcomer, ui } = useWords();
  const server = useCore(({ status }) => status?.server ?? '');
  const self = useSelf();
  const balance = useBalance()?.credits ?? null;
  const { projectCreation, projectInvitation, privateFileUpload } = CREDITS;
  if (balance === null || balance >= (forProject ? projectCreation : 1)) return null;
  const prices = {
    project: projectCreation,
    invitation: projectInvitation,
    private: privateFileUpload,
  };
  return (
    <section aria-labelledby="no-credits" className={styles['block']}>
      <h2 id="no-credits">{balance > 0 ? newcomer.fewCredits : newcomer.credits}</h2>
      {forProject && <p>{newcomer.tooFew(ui.credits(balance), ui.credits(projectCreation))}</p>}
      <p>{newcomer.creditsText}</p>
      {self !== null && (
        <div>
          <Letter
            label={credits.ask}
            title={credits.askTitle}
            lines={[
              newcomer.creditsLetter(server),
              credits.askWho(self.email, self.userId),
              newcomer.hasCredits(ui.credits(balance), prices),
              newcomer.howToAdd(self.email, self.userId),
            ]}
          />
        </div>
      )}
    </section>
  );
}

function NoProject(): ReactElement {
  const { firstRun, newcomer, ui } = useWords();
  const self = useSelf();
  const balance = useBalance()?.credits ?? null;
  const { projectCreation } = CREDITS;
  return (
    <section aria-labelledby="no-project" className={styles['block']}>
      <h2 id="no-project">{newcomer.project}</h2>
      <p>{newcomer.projectText(self?.email ?? '')}</p>
      <div className={arrangement['buttons']}>
        <AskForInvitation />
        <LinkButton to={pathTo('newProject')}>{firstRun.newProject(projectCreation)}</LinkButton>
      </div>
      {balance !== null && balance < projectCreation && (
        <p className={prose['quiet']}>
          {newcomer.tooFew(ui.credits(balance), ui.credits(projectCreation))}
        </p>
      )}
    </section>
  );
}

/** Writes to the leader of a project. */
export function AskForInvitation(): ReactElement | null {
  const { credits, newcomer } = useWords();
  const server = useCore(({ status }) => status?.server ?? '');
  const self = useSelf();
  if (self === null) return null;
  return (
    <Letter
      label={newcomer.askInvitation}
      title={newcomer.askInvitationTitle}
      lines={[
        newcomer.invitationLetter(server),
        credits.askWho(self.email, self.userId),
        newcomer.howToInvite(self.email),
      ]}
    />
  );
}
