/** Where one can go. The number at Activity is that of the inbox, the one at a project its files that need a person. */
import type { ReactElement } from 'react';
import { NavLink } from 'react-router';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { useCore } from '../../data/bridge-context.ts';
import type { WatchedProject } from '../../data/use-projects.ts';
import { classes } from '../../ui/layout/classes.ts';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToProject } from '../../paths.ts';
import styles from './shell.module.css';

interface SidebarProps {
  readonly projects: readonly WatchedProject[];
  /** Administrators have a page more. */
  readonly isAdmin: boolean;
  /** In credits; null while it is not known. */
  readonly balance: number | null;
  /** What needs attention, as the inbox counts it. */
  readonly needYou: number;
  /** Matters in a narrow window only, where it is a menu. */
  readonly isOpen: boolean;
}

export function Sidebar({
  projects,
  isAdmin,
  balance,
  needYou,
  isOpen,
}: SidebarProps): ReactElement {
  const { shell, certificates, figures, ...words } = useWords();
  const unsent = useCore(({ status }) => changesInTheOutbox(status?.account ?? null));
  return (
    <nav
      aria-label={shell.navigation}
      tabIndex={-1}
      data-pane="navigation"
      className={classes(styles['sidebar'], isOpen && styles['isOpen'])}
    >
      <p className={styles['brand']}>
        <Icon name="stamp" size={1.25} />
        Labseal
      </p>
      <SidebarLink to={pathTo('overview')} icon="house" label={shell.overview} />
      <SidebarLink
        to={pathTo('activity')}
        icon="activity"
        label={words.activity.title}
        count={needYou === 0 ? null : figures.number(needYou)}
        countMeans={shell.needYou(needYou)}
      />
      <SidebarLink to={pathTo('certificates')} icon="shield-check" label={certificates.title} />
      <SidebarLink
        to={pathTo('credits')}
        icon="coins"
        label={words.credits.title}
        count={balance === null ? null : figures.number(balance)}
        countMeans={words.credits.balance}
      />
      <p className={styles['caption']} id="sidebar-projects">
        {shell.projects}
      </p>
      <ul aria-labelledby="sidebar-projects">
        {projects.map(({ id, name, needYou: asking }) => (
          <li key={id}>
            <SidebarLink
              to={pathToProject(id)}
              icon="folder-open"
              label={name}
              count={asking === 0 ? null : figures.number(asking)}
              countMeans={shell.needYou(asking)}
            />
          </li>
        ))}
      </ul>
      <SidebarLink to={pathTo('projects')} icon="folder-tree" label={words.projects.toProjects} />
      <SidebarLink to={pathTo('newProject')} icon="plus" label={words.projects.newProject} />
      {unsent > 0 && (
        <SidebarLink
          to={pathTo('outbox')}
          icon="clock-arrow-up"
          label={words.outbox.title}
          count={figures.number(unsent)}
        />
      )}
      <span className={styles['space']} />
      {isAdmin && <SidebarLink to={pathTo('users')} icon="users" label={words.admin.users} />}
      <SidebarLink to={pathTo('profile')} icon="user" label={words.profile.title} />
      <SidebarLink to={pathTo('settings')} icon="settings" label={shell.settings} />
    </nav>
  );
}

/** What waits or asks for a person; what is over is found in the log. */
function changesInTheOutbox(account: AccountStatus | null): number {
  return account === null ? 0 : account.changes.waiting + account.changes.needYou;
}

interface SidebarLinkProps {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  readonly count?: string | null;
  /** The count in words. */
  readonly countMeans?: string;
}

function SidebarLink({
  to,
  icon,
  label,
  count = null,
  countMeans,
}: SidebarLinkProps): ReactElement {
  return (
    // The sections of the settings have no entries of their own.
    <NavLink to={to} end={to !== pathTo('settings')} className={styles['link'] ?? ''}>
      <Icon name={icon} />
      <span className={styles['linkLabel']} title={label}>
        {label}
      </span>
      {count !== null && (
        <span className={styles['count']} title={countMeans}>
          {count}
        </span>
      )}
    </NavLink>
  );
}
