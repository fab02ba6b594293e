/** What needs a person first, then how the projects stand, then the credits. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { AccountStatus } from '../../../src-shared/model/account-status.ts';
import { needsPerson } from '../../../src-shared/model/file-state.ts';
import { useCore } from '../../bridge/bridge-context.ts';
import { useBalance } from '../../bridge/use-balance.ts';
import { useProjects, type WatchedProject } from '../../bridge/use-projects.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './overview.module.css';

const SHOWN_CAUSES = 5;
type Counts = AccountStatus['counts'];
const NO_COUNTS: Counts = [];

/** The causes that ask something of a person, the most files first. */
export function causes(counts: Counts): Counts {
  return counts
    .filter(({ state, hold, files }) => files > 0 && needsPerson(state, hold))
    .toSorted((a, b) => b.files - a.files)
    .slice(0, SHOWN_CAUSES);
}

/** "1,204 files · 2 need you". */
export function rollupText({ files, needYou }: WatchedProject, { overview }: Words): string {
  const parts = [overview.files(files)];
  if (needYou > 0) parts.push(overview.needYou(needYou));
  return parts.join(' · ');
}

export function OverviewScreen(): ReactElement {
  const nowMs = useNow();
  const words = useWords();
  const { overview, ui } = words;
  const counts = useCore(({ status }) => status?.account?.counts ?? NO_COUNTS);
  const projects = useProjects();
  const balance = useBalance();
  const asking = causes(counts);
  return (
    <Page title={overview.title}>
      <section aria-labelledby="needs-you" className={styles['block']}>
        <h2 id="needs-you">{overview.needsYou}</h2>
        {asking.length === 0 && <p className={styles['quiet']}>{overview.nothingNeedsYou}</p>}
        <ul className={styles['list']}>
          {asking.map(({ state, hold, files }) => (
            <li key={`${state} ${hold ?? ''}`} className={styles['row']}>
              <StatusText state={state} hold={hold} />
              <span>{overview.files(files)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="projects" className={styles['block']}>
        <h2 id="projects">{overview.projects}</h2>
        {projects.length === 0 && <p className={styles['quiet']}>{overview.noProjects}</p>}
        <ul className={styles['list']}>
          {projects.map((project) => (
            <li key={project.id}>
              <Link
                to={`/projects/${encodeURIComponent(project.id)}/files`}
                className={styles['link']}
              >
                <Icon name="folder-open" />
                <span className={styles['name']}>{project.name}</span>
                <span className={styles['quiet']}>{rollupText(project, words)}</span>
                <Icon name="chevron-right" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="balance" className={styles['block']}>
        <h2 id="balance">{overview.balance}</h2>
        {balance === null ? (
          <p className={styles['quiet']}>{overview.balanceUnknown}</p>
        ) : (
          <p className={styles['line']}>
            <strong>{ui.credits(balance.credits)}</strong>
            <AsOf atMs={balance.readAtMs} nowMs={nowMs} />
          </p>
        )}
      </section>
    </Page>
  );
}
