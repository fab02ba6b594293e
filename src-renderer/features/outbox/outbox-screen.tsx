/** Changes that are no uploads: what asks for a person, what waits and costs in sum, and what became of the others. */
import { HelpMark } from '../../parts/help/help-mark.tsx';
import type { ReactElement } from 'react';
import { useBalance } from '../../data/queries.ts';
import { useRead } from '../../data/use-read.ts';
import { useSend, useAction } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import lined from '../../ui/grid/lined-rows.module.css';
import { LinkButton } from '../../ui/layout/link-button.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { ErrorNotice, FaultText, LoadState } from '../../parts/notices/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { HELP_TOPICS, pathTo } from '../../paths.ts';
import {
  type AwayProject,
  groupChanges,
  parkedByProject,
  placeChanges,
  type PlacedChange,
} from './change-groups.ts';
import { ChangeRow } from './change-row.tsx';
import styles from './outbox.module.css';
import prose from '../../ui/layout/prose.module.css';
import { MOST_CHANGES, type OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import { type Change, changeCredits, isWaiting } from '../../../src-shared/model/changes/change.ts';
import { ConfirmButton } from '../../ui/overlay/dialog-button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { useProjects } from '../../data/use-projects.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { classes } from '../../ui/layout/classes.ts';
import { PendingMark } from '../../parts/changes/pending-change.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { changeName, outcomeText } from '../../words/change-outcome.ts';
import { fieldLabel, fieldText } from '../../words/field-text.ts';
import type { FieldValue } from '../../../src-shared/model/changes/record-edit.ts';
import type { Words } from '../../words/en.ts';

const SHOWN_OVER = 50; // the log has all of them

export function OutboxScreen(): ReactElement {
  const { outbox, pending, shell, ui, figures } = useWords();
  const nowMs = useNow();
  const { value: view, fault, readAgain } = useRead('outbox.list');
  const { asking, waiting, over } = groupChanges(view?.changes ?? []);
  const { parked, others } = parkedByProject(asking);
  const placed = placeChanges({ asking: others, waiting }, view?.waitsFor ?? {});
  const balance = view?.balance ?? null;
  const live = useBalance();
  const lastSent = view?.lastSent ?? null;
  const online = useSend('outbox.workOffline');
  const unsent = waiting.filter(isWaiting);
  const next = placed.waiting.map(({ change }) => change).filter(isWaiting);
  return (
    <Page
      title={outbox.title}
      mark={<HelpMark topic={HELP_TOPICS.outbox} about={outbox.title} />}
      {...(view !== null && unsent.length > 0
        ? {
            subtitle: outbox.waitTogether(unsent.length, ui.credits(view.waitingCredits)),
            actions: view.isOffline ? (
              <Button
                kind="primary"
                isPending={online.isPending}
                onPress={() => online.send({ isOffline: false })}
              >
                {pending.goOnline}
              </Button>
            ) : (
              next.length > 0 && (
                <SendAll
                  changes={next}
                  breach={view.breach}
                  balance={live?.credits ?? balance?.credits ?? null}
                />
              )
            ),
          }
        : {})}
    >
      <LoadState value={view} fault={fault} onTryAgain={readAgain} lines={4} />
      <ErrorNotice fault={online.fault} />
      {view?.isOffline === true && <p role="status">{outbox.isOffline}</p>}
      {lastSent !== null && (
        <p className={prose['quiet']}>
          {pending.sent(lastSent.sent, lastSent.needYou)} ({figures.when(lastSent.atMs, nowMs)})
        </p>
      )}
      {view !== null && view.waitingCredits > 0 && balance !== null && (
        <p className={prose['quiet']}>
          {outbox.balanceAfter(figures.number(balance.credits), figures.number(balance.after))} (
          {ui.asOf(figures.whenKnown(balance.atMs, nowMs))})
        </p>
      )}
      {view !== null && view.changes.length === 0 && (
        <EmptyState title={outbox.none} text={outbox.noneText}>
          <LinkButton to={pathTo('overview')}>{shell.goHome}</LinkButton>
        </EmptyState>
      )}
      <Group id="asking" title={outbox.asking} changes={placed.asking} parked={parked} />
      <Group id="waiting" title={outbox.waiting} changes={placed.waiting} />
      <Group id="over" title={outbox.over} changes={alone(over.slice(0, SHOWN_OVER))} />
    </Page>
  );
}

/** As they are, under nothing. */
function alone(changes: readonly PlacedChange['change'][]): readonly PlacedChange[] {
  return changes.map((change) => ({ change, under: null }));
}

function Group({
  id,
  title,
  changes,
  parked = [],
}: Readonly<{
  id: string;
  title: string;
  changes: readonly PlacedChange[];
  parked?: readonly AwayProject[];
}>): ReactElement | null {
  if (changes.length + parked.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles['block']}>
      <h2 id={id}>{title}</h2>
      <ul className={lined['list']}>
        {changes.map(({ change, under }) => (
          <ChangeRow key={change.id} change={change} under={under} />
        ))}
        {parked.map((away) => (
          <AwayProjectRow key={away.projectId} away={away} />
        ))}
      </ul>
    </section>
  );
}

/** Sends everything that waits for nothing else, once the person has seen what it costs together and what that does to their reserve. */
function SendAll({
  changes,
  breach,
  balance,
}: Readonly<{
  changes: readonly Change[];
  breach: OutboxView['breach'];
  balance: number | null;
}>): ReactElement {
  const { outbox, ui, spending, figures } = useWords();
  const { send, isPending, fault } = useSend('outbox.send');
  const sent = changes.slice(0, MOST_CHANGES);
  const credits = sent.reduce((sum, { intent }) => sum + changeCredits(intent), 0);
  const price = ui.credits(credits);
  const ids = sent.map(({ id }) => String(id));
  const approved = { ids, credits, passedReserve: breach?.reserve ?? null };
  if (credits === 0) {
    return (
      <span>
        <Button kind="primary" isPending={isPending} onPress={() => send(approved)}>
          {outbox.sendFree}
        </Button>
        <FaultText fault={fault} />
      </span>
    );
  }
  return (
    <ConfirmButton
      button={{ label: outbox.sendNow(price), kind: 'primary' }}
      title={outbox.sendTitle}
      confirm={outbox.sendNow(price)}
      seenIn="outbox"
      isPending={isPending}
      onConfirm={(close) => send(approved, close)}
    >
      <Facts
        facts={[
          { label: spending.price, value: price },
          {
            label: spending.balance,
            value: balance === null ? null : spending.fromTo(balance, balance - credits),
          },
        ]}
      />
      {breach !== null && (
        <p>{outbox.belowReserve(figures.number(breach.left), figures.number(breach.reserve))}</p>
      )}
      <FaultText fault={fault} />
    </ConfirmButton>
  );
}

function AwayProjectRow({
  away: { projectId, changes },
}: Readonly<{ away: AwayProject }>): ReactElement {
  const words = useWords();
  const { outbox } = words;
  const deed = useAction();
  const name = useProjects().find(({ id }) => id === projectId)?.name ?? projectId;
  const [first] = changes;
  const edits = changes.filter(({ intent }) => intent.kind === 'edit-project');
  const decide = (meant: readonly Change[], decision: 'undo' | 'keep-mine') =>
    deed.run(async (ask) => {
      for (const { id } of meant) {
        const decided = await ask('outbox.resolve', { id: String(id), decision });
        if (!decided.ok) return decided;
      }
      return ok(null);
    });
  const save = () => {
    const lines = [name, ...changes.map((change) => changeLine(change, words))];
    saveFile(`${name}.txt`, [`${lines.join('\n')}\n`], 'text/plain');
  };
  return (
    <li className={classes(lined['row'], styles['row'])}>
      <div className={styles['what']}>
        <strong>{name}</strong>
        {first !== undefined && <PendingMark stage="refused" text={outcomeText(first, words)} />}
        <span className={prose['quiet']}>
          {words.figures.list(changes.map((change) => changeName(change, words)))}
        </span>
        {edits.length > 0 && <span className={prose['quiet']}>{outbox.unseen}</span>}
        <ErrorNotice fault={deed.fault} />
      </div>
      <div className={styles['side']}>
        {edits.length > 0 && (
          <Button isSmall isPending={deed.isPending} onPress={() => decide(edits, 'keep-mine')}>
            {outbox.sendUnseen}
          </Button>
        )}
        <Button isSmall isPending={deed.isPending} onPress={() => decide(changes, 'undo')}>
          {outbox.discardAll(changes.length)}
        </Button>
        <Button isSmall onPress={save}>
          {outbox.saveAsText}
        </Button>
      </div>
    </li>
  );
}

/**
 * A project that the service does not show: all its changes stand still with one explanation, and are decided about
 * together. With the values of an edit, so that nothing typed is lost with the project.
 */
export function changeLine(change: Change, words: Words): string {
  const { intent } = change;
  const edit = 'edit' in intent ? Object.entries(intent.edit as Record<string, FieldValue>) : [];
  const values = edit.map(
    ([field, value]) => `${fieldLabel(field, words)}: ${fieldText(field, value, words)}`,
  );
  return [changeName(change, words), ...values].join('\n  ');
}
