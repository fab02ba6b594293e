/** The current state: progress and speed, what waits, the service and its last contact, who is signed in, credits. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { StatusView } from '../../../src-shared/bridge/status-calls.ts';
import {
  awayIn,
  type HealthItem,
  healthSeverity,
} from '../../../src-shared/model/status/health.ts';
import {
  countGroups,
  doingText,
  whatIsDone,
} from '../../../src-shared/model/status/current-activity.ts';
import { isInInbox } from '../../../src-shared/model/status/inbox.ts';
import type { SendingPace } from '../../../src-shared/model/files/sending-speed.ts';
import type { Balance } from '../../data/queries.ts';
import { classes } from '../../ui/layout/classes.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import styles from './shell.module.css';

/** "4.2 MB/s · 2 minutes left"; empty while nothing is sent. */
function paceText(pace: SendingPace | null, { activity, figures }: Words): readonly string[] {
  if (pace === null) return [];
  const { bytesPerSecond, leftMs } = pace;
  return [figures.speed(bytesPerSecond), activity.timeLeft(figures.duration(leftMs))];
}

const ONLINE_FOR_MS = 60_000;

export interface StatusBarProps {
  readonly status: StatusView;
  readonly balance: Balance | null;
  readonly health: readonly HealthItem[];
  /** What needs attention, as the inbox counts it. */
  readonly needYou: number;
  readonly pace: SendingPace | null;
  readonly nowMs: number;
  /** A person wants it so. */
  readonly isOffline?: boolean;
}

export function StatusBar({
  status,
  balance,
  health,
  needYou,
  pace,
  nowMs,
  isOffline = false,
}: StatusBarProps): ReactElement {
  const words = useWords();
  const { shell, ui, figures } = words;
  const { account, waits } = status;
  const waiting = countGroups(account?.counts ?? []).get('waiting') ?? 0;
  const doing = whatIsDone({ account, waits, health });
  const isWorking = ['sending', 'checking', 'preparing'].includes(doing.kind);
  // What is in the inbox is in its number.
  const first = health.find((item) => !isInInbox(item));
  const { session } = status;
  // Without its host the page knows of nothing that goes on.
  const isLost = first?.code === 'host-lost';
  if (isLost) {
    return (
      <footer
        aria-label={shell.status}
        tabIndex={-1}
        data-pane="status"
        className={styles['statusBar']}
      >
        <span className={classes(styles['bit'], styles['warn'])}>
          <Icon name="wifi-off" size={0.875} />
          {words.health.label(first)}
        </span>
      </footer>
    );
  }
  return (
    <footer
      aria-label={shell.status}
      tabIndex={-1}
      data-pane="status"
      className={styles['statusBar']}
    >
      <span className={classes(styles['doing'], styles['bit'], isWorking && styles['active'])}>
        <Icon name={isWorking ? 'refresh-cw' : 'circle'} size={0.875} />
        {[
          doingText(doing, shell.doing),
          ...paceText(doing.kind === 'sending' ? pace : null, words),
        ].join(' · ')}
      </span>
      {needYou > 0 && (
        <span className={classes(styles['bit'], styles['warn'])}>
          <Icon name="circle-pause" size={0.875} />
          {shell.needYou(needYou)}
        </span>
      )}
      {waiting > 0 && isWorking && (
        <span className={styles['bit']}>
          <Icon name="hourglass" size={0.875} />
          {shell.held(waiting)}
        </span>
      )}
      {first !== undefined && awayIn([first]) === null && (
        <span
          className={classes(
            styles['bit'],
            healthSeverity(first.code) !== 'info' && styles['warn'],
          )}
        >
          <Icon name="triangle-exclamation-point" size={0.875} />
          {words.health.label(first)}
        </span>
      )}
      {isOffline ? (
        <span className={styles['bit']}>
          <Icon name="wifi-off" size={0.875} />
          <Link to={pathTo('settingsSection', 'pace')}>{words.pending.isOffline}</Link>
        </span>
      ) : (
        <Service health={health} status={status} nowMs={nowMs} />
      )}
      <span className={classes(styles['bit'], styles['optional'])}>
        {session.state === 'signed-in' && shell.signedIn(session.email)}
        {session.state === 'withheld' &&
          words.health.label({ code: 'session-withheld', files: 0, why: session.why })}
        {(session.state === 'ended' || session.state === 'signed-out') && shell.signedOut}
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

/** Whether the service can be reached, by the health that the banner shows, and the time of the last contact. */
function Service({
  health,
  status: { heardAtMs, contact },
  nowMs,
}: Readonly<{
  health: readonly HealthItem[];
  status: Pick<StatusView, 'heardAtMs' | 'contact'>;
  nowMs: number;
}>): ReactElement | null {
  const { shell, figures, ...words } = useWords();
  const away = awayIn(health);
  if (away === null && heardAtMs === null) return null; // nobody knows yet
  const ageOf = away === null ? figures.when : figures.whenKnown;
  const age = heardAtMs === null ? null : ageOf(heardAtMs, Math.max(nowMs, heardAtMs));
  // Nobody asks the service just to know this, so an old contact says nothing about now.
  const reachedAtMs = Math.max(heardAtMs ?? 0, contact.kind === 'back' ? contact.sinceMs : 0);
  const isOnline = nowMs - reachedAtMs < ONLINE_FOR_MS;
  const text = away === null ? shell.online : words.health.label(away);
  return (
    <span className={classes(styles['bit'], styles[away === null ? 'optional' : 'warn'])}>
      <Icon name={away === null ? 'wifi' : 'wifi-off'} size={0.875} />
      {away === null && !isOnline && age !== null
        ? shell.lastContact(age)
        : [text, ...(age === null ? [] : [shell.heard(age)])].join(' · ')}
    </span>
  );
}
