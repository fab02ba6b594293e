/** Where one can go. Of what needs attention there is one number: that of the inbox, at Activity. */
import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { useCore } from '../../data/bridge-context.ts';
import type { WatchedProject } from '../../data/use-projects.ts';
import { classes } from '../../ui/layout/classes.ts';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import { SearchButton } from '../../ui/form/search-field.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo, pathToProject } from '../../paths.ts';
import { SEARCH_SHORTCUT } from './commands.ts';
import { shortcutText } from './shortcut.ts';
import styles from './shell.module.css';
import prose from '../../ui/layout/prose.module.css';

/** What is below these has entries of its own. */
const HAS_OTHERS_BELOW: ReadonlySet<string> = new Set([pathTo('overview'), pathTo('projects')]);

interface SidebarProps {
  readonly projects: readonly WatchedProject[];
  /** Administrators have a page more. */
  readonly isAdmin: boolean;
  /** What needs attention, as the inbox counts it. */
  readonly needYou: number;
  /** Matters in a narrow window only, where it is a menu. */
  readonly isOpen: boolean;
  readonly isMac: boolean;
  readonly onSearch: () => void;
}

export function Sidebar({
  projects,
  isAdmin,
  needYou,
  isOpen,
  isMac,
  onSearch,
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
      <SearchButton
        label={shell.search}
        shortcut={shortcutText(SEARCH_SHORTCUT, isMac)}
        onPress={onSearch}
      />
      <SidebarLink to={pathTo('overview')} icon="house" label={shell.overview} />
      <SidebarLink
        to={pathTo('activity')}
        icon="activity"
        label={words.activity.title}
        count={needYou === 0 ? null : figures.number(needYou)}
        countMeans={shell.needYou(needYou)}
      />
      {unsent > 0 && (
        <SidebarLink
          to={pathTo('outbox')}
          icon="clock-arrow-up"
          label={words.outbox.title}
          count={figures.number(unsent)}
        />
      )}
      <SidebarLink to={pathTo('files')} icon="files" label={words.files.allFiles} />
      <SidebarLink to={pathTo('certificates')} icon="shield-check" label={certificates.title} />
      <SidebarLink to={pathTo('verify')} icon="scan-search" label={shell.verify} />
      <SidebarLink to={pathTo('audits')} icon="list-checks" label={words.audits.title} />
      <SidebarLink to={pathTo('credits')} icon="coins" label={words.credits.title} />
      <p className={styles['caption']} id="sidebar-projects">
        {words.projects.title}
      </p>
      <ul aria-labelledby="sidebar-projects">
        {projects.map(({ id, name }) => (
          <li key={id}>
            <SidebarLink
              to={pathToProject(id)}
              under={`${pathTo('projects')}/${encodeURIComponent(id)}`}
              icon="folder-open"
              label={name}
            />
          </li>
        ))}
      </ul>
      <SidebarLink to={pathTo('projects')} icon="folder-tree" label={words.projects.toProjects} />
      <SidebarLink to={pathTo('newProject')} icon="plus" label={words.projects.newProject} />
      <span className={styles['space']} />
      {isAdmin && <SidebarLink to={pathTo('users')} icon="users" label={words.admin.users} />}
      <SidebarLink to={pathTo('profile')} icon="user" label={words.profile.title} />
      <SidebarLink to={pathTo('help')} icon="info" label={shell.help} />
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
  /** Where all its pages are, when they do not begin with `to`. */
  readonly under?: string;
  readonly icon: IconName;
  readonly label: string;
  readonly count?: string | null;
  /** The count in words. */
  readonly countMeans?: string;
}

/** Which entry one is at: the page itself, or one of the pages below it; undefined: neither. */
export function currentAt(
  pathname: string,
  to: string,
  under: string | null,
): 'page' | 'true' | undefined {
  if (pathname === to) return 'page';
  return under !== null && pathname.startsWith(`${under}/`) ? 'true' : undefined;
}

function SidebarLink({
  to,
  under,
  icon,
  label,
  count = null,
  countMeans,
}: SidebarLinkProps): ReactElement {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      aria-current={currentAt(pathname, to, under ?? (HAS_OTHERS_BELOW.has(to) ? null : to))}
      className={styles['link'] ?? ''}
    >
      <Icon name={icon} />
      <span className={styles['linkLabel']} title={label}>
        {label}
      </span>
      {count !== null && (
        <span className={prose['small']} title={countMeans}>
          {count}
        </span>
      )}
    </Link>
  );
}
