/** One thing in the inbox: what it is on the left, what can be done about it on the right. */
import type { ReactElement, ReactNode } from 'react';
import type { Role } from '../../../src-shared/model/files/file-state.ts';
import tones from '../../ui/feedback/tones.module.css';
import status from '../../ui/feedback/status-text.module.css';
import lined from '../../ui/grid/lined-rows.module.css';
import { classes } from '../../ui/layout/classes.ts';
import { Icon, type IconName } from '../../ui/layout/icon.tsx';
import styles from './inbox.module.css';
import arrangement from '../../ui/layout/arrangement.module.css';

export function InboxRow({
  icon,
  role,
  title,
  detail,
  children,
  below = null,
}: Readonly<{
  icon: IconName;
  role: Role;
  title: string;
  detail: string;
  /** What can be done. */
  children: ReactNode;
  below?: ReactNode;
}>): ReactElement {
  return (
    <li className={styles['item']}>
      <div className={lined['row']}>
        <span className={classes(styles['lead'], status['status'])}>
          <span className={classes(status['line'], tones[role])}>
            <Icon name={icon} />
            <span>{title}</span>
          </span>
          <span className={status['detail']}>{detail}</span>
        </span>
        <span className={arrangement['line']}>{children}</span>
      </div>
      {below}
    </li>
  );
}
