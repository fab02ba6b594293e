/** The banner above every page: the one thing to know first, what to do about it, and the others behind a button. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { type HealthItem, healthSeverity } from '../../../src-shared/model/status/health.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { HealthBanner } from '../../parts/health-banner.tsx';
import { usePathText } from '../../parts/path-text.ts';
import { Popover } from '../../ui/overlay/popover.tsx';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import styles from './shell.module.css';

/** In the page's own time zone, and "in 12 minutes" from now. */
export function sayHealth(item: HealthItem, { health, figures }: Words, nowMs: number) {
  return health.words(item, {
    moment: (atMs) => figures.when(atMs, nowMs),
    timeUntil: (atMs) => figures.duration(Math.max(0, atMs - nowMs)),
  });
}

export function HealthArea({
  items,
  nowMs,
}: Readonly<{ items: readonly HealthItem[]; nowMs: number }>): ReactElement {
  const words = useWords();
  const pathText = usePathText();
  const [first, ...others] = items.map((item) =>
    'path' in item ? { ...item, path: pathText(item.path) } : item,
  );
  return (
    <div className={styles['banner']} role="status">
      {first !== undefined && (
        <HealthBanner severity={healthSeverity(first.code)} {...sayHealth(first, words, nowMs)}>
          <HealthAction item={first} />
          {others.length > 0 && (
            <Popover label={words.ui.more(others.length)}>
              <ul className={styles['others']}>
                {others.map((item) => {
                  const { title, text } = sayHealth(item, words, nowMs);
                  return (
                    <li key={`${item.code} ${'folderId' in item ? item.folderId : ''}`}>
                      <strong>{title}</strong> {text}
                    </li>
                  );
                })}
              </ul>
            </Popover>
          )}
        </HealthBanner>
      )}
    </div>
  );
}

function HealthAction({ item }: Readonly<{ item: HealthItem }>): ReactElement | null {
  const { shell, session } = useWords();
  const { send, isPending } = useSend('folders.look');
  const update = useSend('desktop.update');
  switch (item.code) {
    case 'signed-out':
    case 'session-ends-soon':
      return (
        <Link to={pathTo('signIn')} state={{ isAgain: true }}>
          {session.signIn}
        </Link>
      );
    case 'engine-stopped':
    case 'offline':
    case 'service-back':
    case 'server-down':
      return (
        <Button isSmall isPending={isPending} onPress={() => send({}, () => undefined)}>
          {shell.tryNow}
        </Button>
      );
    case 'credits-short':
    case 'budget-reached':
      return <Link to={pathTo('credits')}>{shell.goTo(shell.credits)}</Link>;
    case 'changes-need-you':
      return <Link to={pathTo('outbox')}>{shell.review}</Link>;
    case 'silent-change':
      return <Link to={pathTo('audit', item.runId)}>{shell.review}</Link>;
    case 'folder-trouble':
      return <Link to={pathTo('folders', item.projectId)}>{shell.review}</Link>;
    case 'update-ready':
      return (
        <Button
          isSmall
          isPending={update.isPending}
          onPress={() => update.send({}, () => undefined)}
        >
          {shell.install}
        </Button>
      );
    case 'host-lost':
    case 'watch-limit':
    case 'history-incomplete':
      return null;
    default:
      return assertNever(item);
  }
}
