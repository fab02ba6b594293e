/**
 * What a newcomer lacks before anything can be notarized, and who can give it: credits, which only an administrator
 * adds, and a project, to which its leader invites. Nothing is drawn for what is there or not known yet.
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
import styles from './what-is-missing.module.css';

export function WhatIsMissing({ joined }: Readonly<{ joined: Joined }>): ReactElement | null {
  const balance = useBalance()?.credits ?? null;
  const hasNoProject = joined.isRead && joined.projects.length === 0;
  if (balance !== 0 && !hasNoProject && joined.invitations.length === 0) return null;
  return (
    <div className={styles['missing']}>
      {balance === 0 && <NoCredits />}
      {hasNoProject && <NoProject balance={balance} />}
      {(hasNoProject || joined.invitations.length > 0) && (
        <AcceptInvitation invitations={joined.invitations} />
      )}
    </div>
  );
}

function NoCredits(): ReactElement {
  const { credits, newcomer } = useWords();
  const server = useCore(({ status }) => status?.server ?? '');
  const self = useSelf();
  const { projectCreation, projectInvitation, privateFileUpload } = CREDITS;
  const prices = {
    project: projectCreation,
    invitation: projectInvitation,
    private: privateFileUpload,
  };
  return (
    <section aria-labelledby="no-credits" className={styles['block']}>
      <h2 id="no-credits">{newcomer.credits}</h2>
      <p>{newcomer.creditsText}</p>
      {self !== null && (
        <div>
          <Letter
            label={credits.ask}
            title={credits.askTitle}
            lines={[
              newcomer.creditsLetter(server),
              credits.askWho(self.email, self.userId),
              newcomer.noCredits(prices),
              newcomer.howToAdd(self.email, self.userId),
            ]}
          />
        </div>
      )}
    </section>
  );
}

/** `balance`: null while it is not known. */
function NoProject({ balance }: Readonly<{ balance: number | null }>): ReactElement {
  const { credits, firstRun, newcomer, ui } = useWords();
  const server = useCore(({ status }) => status?.server ?? '');
  const self = useSelf();
  const { projectCreation } = CREDITS;
  return (
    <section aria-labelledby="no-project" className={styles['block']}>
      <h2 id="no-project">{newcomer.project}</h2>
      <p>{newcomer.projectText(self?.email ?? '')}</p>
      <div className={styles['buttons']}>
        {self !== null && (
          <Letter
            label={newcomer.askInvitation}
            title={newcomer.askInvitationTitle}
            lines={[
              newcomer.invitationLetter(server),
              credits.askWho(self.email, self.userId),
              newcomer.howToInvite(self.email),
            ]}
          />
        )}
        <LinkButton to={pathTo('newProject')}>{firstRun.newProject(projectCreation)}</LinkButton>
      </div>
      {balance !== null && balance < projectCreation && (
        <p className={styles['quiet']}>
          {newcomer.tooFew(ui.credits(balance), ui.credits(projectCreation))}
        </p>
      )}
    </section>
  );
}
