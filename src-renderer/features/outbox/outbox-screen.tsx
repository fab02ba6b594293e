/** Changes that cost credits and are no uploads: what became of them, what waits, and what it costs in sum. */
import type { ReactElement } from 'react';
import type { Change } from '../../../src-shared/model/change.ts';
import type { PageEvent } from '../../bridge/bridge.ts';
import { useBalance } from '../../bridge/use-balance.ts';
import { useRead } from '../../bridge/use-read.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { useWords } from '../../words/words-context.ts';
import { groupChanges } from './change-groups.ts';
import { ChangeRow } from './change-row.tsx';
import styles from './outbox.module.css';
import { SendAll } from './send-all.tsx';

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['outbox-changed'];
const SHOWN_OVER = 50; // the log has all of them

export function OutboxScreen(): ReactElement {
  const { outbox, shell, ui } = useWords();
  const { value: view, fault, readAgain } = useRead('outbox.list', NOTHING, STALE_ON);
  const balance = useBalance();
  const { asking, waiting, over } = groupChanges(view?.changes ?? []);
  const hasWaiting = waiting.some(({ state }) => state.state === 'waiting');
  return (
    <Page
      title={outbox.title}
      {...(view !== null && hasWaiting
        ? {
            subtitle: outbox.waitTogether(waiting.length, ui.credits(view.waitingCredits)),
            actions: <SendAll outbox={view} balance={balance?.credits ?? null} />,
          }
        : {})}
    >
      <Trouble fault={fault} onTryAgain={readAgain} />
      {view === null && fault === null && <Skeleton lines={4} />}
      {view !== null && view.changes.length === 0 && (
        <EmptyState title={outbox.none} text={outbox.noneText}>
          <LinkButton to="/">{shell.goHome}</LinkButton>
        </EmptyState>
      )}
      <Group id="asking" title={outbox.asking} changes={asking} />
      <Group id="waiting" title={outbox.waiting} changes={waiting} />
      <Group id="over" title={outbox.over} changes={over.slice(0, SHOWN_OVER)} />
    </Page>
  );
}

function Group({
  id,
  title,
  changes,
}: Readonly<{ id: string; title: string; changes: readonly Change[] }>): ReactElement | null {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles['block']}>
      <h2 id={id}>{title}</h2>
      <ul className={styles['list']}>
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} />
        ))}
      </ul>
    </section>
  );
}
