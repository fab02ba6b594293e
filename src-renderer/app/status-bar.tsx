/** One line about now: what is being done, what needs a person, whether the service is away, who is signed in, the credits. */
import type { ReactElement } from 'react';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import type { AccountStatus } from '../../src-shared/model/account-status.ts';
import { stateTraits } from '../../src-shared/model/file-state.ts';
import type { Balance } from '../bridge/use-balance.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { useWords } from '../words/words-context.ts';
import styles from './shell.module.css';

export function countGroups(counts: AccountStatus['counts']): {
  readonly needYou: number;
  readonly working: number;
} {
  let needYou = 0;
  let working = 0;
  for (const { state, hold, files } of counts) {
    const { group } = stateTraits(state, hold);
    if (group === 'needs-you') needYou += files;
    if (group === 'sending' || group === 'preparing') working += files;
  }
  return { needYou, working };
}

export function StatusBar({
  status,
  balance,
}: Readonly<{ status: StatusView; balance: Balance | null }>): ReactElement {
  const { shell, ui, figures } = useWords();
  const { needYou, working } = countGroups(status.account?.counts ?? []);
  const { session } = status;
  const isServiceAway = status.waits.some(({ cause }) => cause === 'offline' || cause === 'server');
  return (
    <footer
      aria-label={shell.status}
      tabIndex={-1}
      data-pane="status"
      className={styles['statusBar']}
    >
      <span className={classes(styles['doing'], styles['bit'], working > 0 && styles['active'])}>
        <Icon name={working > 0 ? 'refresh-cw' : 'circle'} size={0.875} />
        {working > 0 ? shell.working(working) : shell.idle}
      </span>
      {needYou > 0 && (
        <span className={classes(styles['bit'], styles['warn'])}>
          <Icon name="circle-pause" size={0.875} />
          {shell.needYou(needYou)}
        </span>
      )}
      {isServiceAway && (
        <span className={styles['bit']}>
          <Icon name="wifi-off" size={0.875} />
          {shell.serviceAway}
        </span>
      )}
      <span className={classes(styles['bit'], styles['optional'])}>
        {session.state === 'signed-in' ? shell.signedIn(session.email) : shell.signedOut}
      </span>
      {balance !== null && (
        <span
          className={classes(styles['bit'], styles['strong'])}
          title={ui.asOf(figures.moment(balance.readAtMs))}
        >
          {shell.credits(balance.credits)}
        </span>
      )}
    </footer>
  );
}
