/** One line about now: what is being done, what needs a person, how Labseal is doing, who is signed in, the credits. */
import type { ReactElement } from 'react';
import type { StatusView } from '../../src-shared/bridge/status-calls.ts';
import type { AccountStatus } from '../../src-shared/model/account-status.ts';
import { healthSeverity, type HealthItem } from '../../src-shared/model/health.ts';
import { stateTraits, type Group } from '../../src-shared/model/file-state.ts';
import type { Balance } from '../bridge/use-balance.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import type { Words } from '../words/en.ts';
import { useWords } from '../words/words-context.ts';
import styles from './shell.module.css';

/** Files by the group in which rollups count their state. */
export function countGroups(counts: AccountStatus['counts']): ReadonlyMap<Group, number> {
  const groups = new Map<Group, number>();
  for (const { state, hold, files } of counts) {
    const { group } = stateTraits(state, hold);
    groups.set(group, (groups.get(group) ?? 0) + files);
  }
  return groups;
}

/** What is done first of: sending, preparing, waiting in line. "Nothing is waiting" only when that is so. */
export function doingText(groups: ReadonlyMap<Group, number>, { shell }: Words): string {
  const [sending, preparing, queued] = (['sending', 'preparing', 'queued'] as const).map(
    (group) => groups.get(group) ?? 0,
  );
  if (sending) return shell.sending(sending);
  if (preparing) return shell.preparing(preparing);
  if (queued) return shell.inLine(queued);
  return (groups.get('waiting') ?? 0) > 0 ? shell.waiting : shell.idle;
}

export function StatusBar({
  status,
  balance,
  health,
}: Readonly<{
  status: StatusView;
  balance: Balance | null;
  health: readonly HealthItem[];
}>): ReactElement {
  const words = useWords();
  const { shell, ui, figures } = words;
  const groups = countGroups(status.account?.counts ?? []);
  const needYou = groups.get('needs-you') ?? 0;
  const isWorking = (groups.get('sending') ?? 0) + (groups.get('preparing') ?? 0) > 0;
  const [first] = health;
  const { session } = status;
  return (
    <footer
      aria-label={shell.status}
      tabIndex={-1}
      data-pane="status"
      className={styles['statusBar']}
    >
      <span className={classes(styles['doing'], styles['bit'], isWorking && styles['active'])}>
        <Icon name={isWorking ? 'refresh-cw' : 'circle'} size={0.875} />
        {doingText(groups, words)}
      </span>
      {needYou > 0 && (
        <span className={classes(styles['bit'], styles['warn'])}>
          <Icon name="circle-pause" size={0.875} />
          {shell.needYou(needYou)}
        </span>
      )}
      {first !== undefined && (
        <span
          className={classes(
            styles['bit'],
            healthSeverity(first.code) !== 'info' && styles['warn'],
          )}
        >
          <Icon
            name={first.code === 'offline' ? 'wifi-off' : 'triangle-exclamation-point'}
            size={0.875}
          />
          {words.health.labels[first.code]}
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
          {ui.credits(balance.credits)}
        </span>
      )}
    </footer>
  );
}
