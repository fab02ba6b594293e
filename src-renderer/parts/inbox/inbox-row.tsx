/** One thing in the inbox, in one line: what it is, how many, what can be done about it, and the rest in a menu. */
import type { ReactElement, ReactNode } from 'react';
import type { Role } from '../../../src-shared/model/files/file-state.ts';
import tones from '../../ui/feedback/tones.module.css';
import status from '../../ui/feedback/status-text.module.css';
import lined from '../../ui/grid/lined-rows.module.css';
import { classes } from '../../ui/layout/classes.ts';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import { MenuButton, type MenuEntry } from '../../ui/overlay/menu.tsx';
import { useWords } from '../../words/words-context.ts';
import styles from './inbox.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

/** The lines of all rows stand below one another. `label`: what the list is called. */
export function InboxRows({
  label,
  children,
}: Readonly<{ label: string; children: ReactNode }>): ReactElement {
  return (
    <ul className={classes(lined['list'], styles['rows'])} aria-label={label}>
      {children}
    </ul>
  );
}

/** What a row is called, with what is to be known about it below. */
export function RowTitle({
  icon,
  role,
  title,
  detail,
}: Readonly<{ icon: IconName; role: Role; title: string; detail: string }>): ReactElement {
  return (
    <span className={status['status']}>
      <span className={classes(status['line'], tones[role])}>
        <Icon name={icon} />
        <span>{title}</span>
      </span>
      <span className={status['detail']}>{detail}</span>
    </span>
  );
}

export function InboxRow({
  what,
  count,
  children,
  more,
  below,
}: Readonly<{
  what: ReactNode;
  /** How many; absent where the title says it. */
  count?: string;
  /** The main thing that can be done. */
  children?: ReactNode;
  /** What else can be done, and with what. */
  more?: { readonly of: string; readonly entries: readonly MenuEntry[] };
  /** What is open of it. */
  below?: ReactNode;
}>): ReactElement {
  const { files } = useWords();
  return (
    <li className={styles['item']}>
      <div className={styles['lead']}>{what}</div>
      {count !== undefined && <span className={styles['count']}>{count}</span>}
      <div className={classes(styles['main'], arrangement['line'])}>{children}</div>
      {more !== undefined && more.entries.length > 0 && (
        <div className={styles['more']}>
          <MenuButton icon="ellipsis" label={files.moreOf(more.of)} entries={more.entries} />
        </div>
      )}
      {below !== undefined && <div className={styles['below']}>{below}</div>}
    </li>
  );
}
