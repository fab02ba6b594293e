/** What needs a person first, then how the projects stand, then the credits and the latest proofs. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { useCore } from '../../data/bridge-context.ts';
import { useBalance, useOffer } from '../../data/queries.ts';
import { useJoinedProjects } from '../../data/use-invitations.ts';
import { useProjects, type WatchedProject } from '../../data/use-projects.ts';
import { useSend } from '../../data/use-action.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Icon } from '../../ui/layout/icon.tsx';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { WhatIsMissing } from '../../parts/what-is-missing.tsx';
import { SpendNotice } from '../../parts/spend-question.tsx';
import { StatusText } from '../../parts/status-text.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { faultSentence } from '../../words/fault-sentence.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { needsPerson } from '../../../src-shared/model/files/file-state.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { BudgetBar } from '../../ui/chart/budget-bar.tsx';
import { pathTo, pathToFilesIn } from '../../paths.ts';
import { NOTICE_PLACES } from '../../../src-shared/model/status/notices.ts';
import { FirstSteps } from './first-steps.tsx';
import { LatestProofs } from './latest-proofs.tsx';
import styles from './overview.module.css';

const NO_COUNTS: AccountStatus['counts'] = [];
const ALL = { which: null };

/** "1,204 done · 41 to go · 2 need attention". */
export function rollupText(
  { files, done, toGo, needYou }: WatchedProject,
  { overview }: Words,
): string {
  if (files === 0) return overview.nothingWatched;
  const parts = [overview.done(done)];
  if (toGo > 0) parts.push(overview.toGo(toGo));
  if (needYou > 0) parts.push(overview.needYou(needYou));
  return parts.join(' · ');
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
  const asking = causes(account?.counts ?? NO_COUNTS);
  const lookMs = lastLookMs(account?.folders ?? []);
  const isNew = account !== null && account.folders.length === 0 && account.counts.length === 0;
  return (
    <Page
      title={overview.title}
      {...(lookMs === null ? {} : { subtitle: overview.looked(words.figures.when(lookMs, nowMs)) })}
      actions={
        <>
          <LinkButton to={pathTo('verify')} icon="scan-search">
            {words.verify.title}
          </LinkButton>
          <LinkButton to={pathTo('watch')} kind="primary" icon="plus">
            {shell.watchFolder}
          </LinkButton>
        </>
      }
    >
      {isNew && <WhatIsMissing joined={joined} />}
      {isNew && !hasNoProject && (
        <EmptyState title={overview.welcome} text={overview.welcomeText}>
          <LinkButton to={pathTo('firstRun')}>{firstRun.begin}</LinkButton>
          <LinkButton to={pathTo('watch')}>{shell.watchFolder}</LinkButton>
          <LinkButton to={pathTo('verify')}>{words.verify.title}</LinkButton>
        </EmptyState>
      )}
      <WaitingOffer />
      <section aria-labelledby="needs-you" className={styles['block']}>
        <h2 id="needs-you">{overview.needsYou}</h2>
        {asking.length === 0 && <p className={styles['quiet']}>{overview.nothingNeedsYou}</p>}
        <ul className={styles['list']}>
          {asking.slice(0, SHOWN_CAUSES).map((cause) => (
            <li key={`${cause.state} ${cause.hold}`} className={styles['row']}>
              <StatusText state={cause.state} hold={cause.hold} />
              <span className={styles['side']}>
                <span className={styles['quiet']}>{overview.files(cause.files)}</span>
                <LinkButton to={pathToFilesIn(cause.state, cause.hold)} isSmall>
                  {overview.review}
                </LinkButton>
              </span>
            </li>
          ))}
        </ul>
        {asking.length > SHOWN_CAUSES && (
          <p>
            <Link to={NOTICE_PLACES['needs-you']}>
              {overview.otherCauses(asking.length - SHOWN_CAUSES)}
            </Link>
          </p>
        )}
      </section>
      <FirstSteps account={account} />
      <section aria-labelledby="projects" className={styles['block']}>
        <h2 id="projects">{overview.projects}</h2>
        {projects.length === 0 && <p className={styles['quiet']}>{overview.noProjects}</p>}
        <ul className={styles['list']}>
          {projects.map((project) => (
            <li key={project.id}>
              <Link to={pathTo('projectFiles', project.id)} className={styles['link']}>
                <Icon name="folder-open" />
                <span className={styles['name']}>{project.name}</span>
                <span className={styles['quiet']}>{rollupText(project, words)}</span>
                <Icon name="chevron-right" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <CreditsBlock nowMs={nowMs} />
      <LatestProofs nowMs={nowMs} />
    </Page>
  );
}

/** Everything that waits for a yes, with one button. Not shown while nothing waits. */
function WaitingOffer(): ReactElement | null {
  const words = useWords();
  const { value: offer } = useOffer(ALL);
  const balance = useBalance();
  const { send, isPending, fault } = useSend('files.agree');
  if (offer === null || offer.files === 0) return null;
  return (
    <div className={styles['block']}>
      <SpendNotice
        offer={offer}
        balance={balance?.credits ?? null}
        isPending={isPending}
        problem={fault === null ? null : faultSentence(fault, words)}
        onAgree={(onDone) => send({ ...ALL, credits: offer.credits }, onDone)}
      />
    </div>
  );
}

type Counts = AccountStatus['counts'];
type Cause = Counts[number];

/** More are behind a link: the page begins with what to do first, not with a list. */
const SHOWN_CAUSES = 5;

/** The most files first. */
export function causes(counts: Counts): readonly Cause[] {
  return counts
    .filter(({ state, hold, files }) => files > 0 && needsPerson(state, hold))
    .toSorted((a, b) => b.files - a.files);
}

const NOTHING = {};

/** The credits: what there is, what is spoken for, how long it lasts. An older balance says its age. */
function CreditsBlock({ nowMs }: Readonly<{ nowMs: number }>): ReactElement {
  const { overview, ui } = useWords();
  const { value: forecast } = useRead('credits.forecast', NOTHING);
  const balance = forecast?.balance ?? null;
  return (
    <section aria-labelledby="balance" className={styles['block']}>
      <h2 id="balance">{overview.balance}</h2>
      {forecast === null || balance === null ? (
        <p className={styles['quiet']}>{overview.balanceUnknown}</p>
      ) : (
        <>
          <p className={styles['line']}>
            <strong>{ui.credits(balance)}</strong>
            {forecast.balanceAtMs !== null && <AsOf atMs={forecast.balanceAtMs} nowMs={nowMs} />}
            {forecast.lastsDays !== null && <span>{overview.lasts(forecast.lastsDays)}</span>}
            <Link to={pathTo('credits')}>{overview.allCredits}</Link>
          </p>
          <BudgetBar
            label={overview.balance}
            budget={{
              limit: balance,
              spent: 0,
              reserved: forecast.reserved,
              queued: forecast.queuedCredits,
            }}
          />
          {forecast.available !== null && forecast.available < 0 && (
            <p>{overview.short(-forecast.available, forecast.fits.files)}</p>
          )}
        </>
      )}
    </section>
  );
}
