/** What needs a person first, then how the projects stand and the latest proofs. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useInbox } from '../../data/use-inbox.ts';
import { useJoinedProjects } from '../../data/use-invitations.ts';
import { useLatestProofs } from '../../data/use-latest-proofs.ts';
import { useProjects, type WatchedProject } from '../../data/use-projects.ts';
import { countText } from '../../parts/files/count-text.ts';
import { UndoApproval } from '../../parts/credits/undo-approval.tsx';
import { DecidedList } from '../../parts/inbox/decided-list.tsx';
import { InboxList } from '../../parts/inbox/inbox-list.tsx';
import { CarriedOverNotice } from '../../parts/notices/carried-over.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { WhatIsMissing } from '../../parts/newcomer/what-is-missing.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import { FirstSteps } from './first-steps.tsx';
import { OverviewAside } from './overview-aside.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import styles from './overview.module.css';
import prose from '../../ui/layout/prose.module.css';
import { PlacedName } from '../../parts/files/placed-name.tsx';
import { Moment } from '../../ui/feedback/moment.tsx';

/** How its files stand; a project of which there is none here says so. */
export function rollupText(project: WatchedProject, words: Words): string {
  return project.files === 0 ? words.overview.nothingWatched : countText(project, words);
}

/** When the folders were looked at: the oldest of the looks, because a fresh one says nothing about the others. */
export function lastLookMs(folders: AccountStatus['folders']): number | null {
  const looks = folders.map(({ lastScanAtMs }) => lastScanAtMs);
  return looks.length === 0 || looks.includes(null)
    ? null
    : Math.min(...looks.map((atMs) => atMs ?? 0));
}

export function OverviewScreen(): ReactElement {
  const nowMs = useNow();
  const words = useWords();
  const { overview, shell, firstRun } = words;
  const account = useCore(({ status }) => status?.account ?? null);
  const projects = useProjects();
  const joined = useJoinedProjects();
  const hasNoProject = joined.isRead && joined.projects.length === 0;
  const lookMs = lastLookMs(account?.folders ?? []);
  const isNew = account !== null && account.folders.length === 0 && account.counts.length === 0;
  return (
    <Page
      title={shell.overview}
      beside={<OverviewAside nowMs={nowMs} />}
      {...(lookMs === null ? {} : { subtitle: overview.looked(words.figures.when(lookMs, nowMs)) })}
      actions={
        <>
          <LinkButton to={pathTo('verify')} icon="scan-search">
            {words.verify.title}
          </LinkButton>
          <LinkButton to={pathTo('addFiles')} icon="plus">
            {words.files.addFiles}
          </LinkButton>
          <LinkButton to={pathTo('watch')} kind="primary" icon="folder-open">
            {shell.watchFolder}
          </LinkButton>
        </>
      }
    >
      <CarriedOverNotice />
      {isNew && <WhatIsMissing joined={joined} />}
      {isNew && !hasNoProject && (
        <EmptyState title={overview.welcome} text={overview.welcomeText}>
          <LinkButton to={pathTo('firstRun')}>{firstRun.begin}</LinkButton>
          <LinkButton to={pathTo('watch')}>{shell.watchFolder}</LinkButton>
          <LinkButton to={pathTo('verify')}>{words.verify.title}</LinkButton>
        </EmptyState>
      )}
      <NeedsAttention nowMs={nowMs} />
      <FirstSteps account={account} />
      <section aria-labelledby="projects" className={styles['block']}>
        <h2 id="projects">{words.projects.title}</h2>
        {projects.length === 0 && <p className={prose['quiet']}>{words.projects.noneText}</p>}
        <ul className={lined['list']}>
          {projects.map((project) => (
            <li key={project.id}>
              <Link to={pathTo('projectFiles', project.id)} className={styles['link']}>
                <Icon name="folder-open" />
                <span className={styles['name']}>{project.name}</span>
                <span className={prose['quiet']}>{rollupText(project, words)}</span>
                <Icon name="chevron-right" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <LatestProofs />
    </Page>
  );
}

/** More are behind a link: the page begins with what to do first, not with a list. */
const MOST_ROWS = 6;

function NeedsAttention({ nowMs }: Readonly<{ nowMs: number }>): ReactElement {
  const { inbox } = useWords();
  const reading = useInbox(nowMs);
  const { count } = reading.inbox;
  return (
    <section aria-labelledby="needs-attention" className={styles['block']}>
      <h2 id="needs-attention">{inbox.title(count)}</h2>
      {reading.isKnown && count === 0 && <p className={prose['quiet']}>{inbox.nothing}</p>}
      <InboxList reading={reading} nowMs={nowMs} most={MOST_ROWS} />
      <UndoApproval />
      <DecidedList nowMs={nowMs} />
    </section>
  );
}

/** The latest certificates. Not shown while there is none. */
function LatestProofs(): ReactElement | null {
  const { overview, certificates } = useWords();
  const { proofs } = useLatestProofs();
  if (proofs.length === 0) return null;
  return (
    <section aria-labelledby="latest" className={styles['block']}>
      <h2 id="latest">{overview.latest}</h2>
      <ul className={lined['list']}>
        {proofs.map(({ fileId, projectId, name, folderPath, provenAtMs, isDateRecorded }) => (
          <li key={fileId}>
            <Link to={pathTo('certificate', projectId, fileId)} className={styles['link']}>
              <span className={styles['proven']}>
                <Icon name="badge-check" />
              </span>
              <span className={styles['name']}>
                <PlacedName name={name} folderPath={folderPath} />
              </span>
              <span className={prose['quiet']}>
                <Moment atMs={provenAtMs ?? 0} isLatest={isDateRecorded !== true} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link to={pathTo('certificates')}>{certificates.all}</Link>
      </p>
    </section>
  );
}
