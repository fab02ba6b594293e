/** Sends everything that waits, once the person has seen what it costs together and what that does to their floor. */
import type { ReactElement } from 'react';
import { MOST_CHANGES, type OutboxView } from '../../../src-shared/bridge/outbox-calls.ts';
import { isWaiting } from '../../../src-shared/model/changes/change.ts';
import { useSend } from '../../data/use-action.ts';
import { Button } from '../../ui/layout/button.tsx';
import { ConfirmButton } from '../../ui/overlay/dialog-button.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { faultSentence } from '../../words/fault-sentence.ts';
import { useWords } from '../../words/words-context.ts';

export function SendAll({
  outbox: { changes, waitingCredits, breach },
  balance,
}: Readonly<{ outbox: OutboxView; balance: number | null }>): ReactElement {
  const words = useWords();
  const { outbox, ui, spending, figures } = words;
  const { send, isPending, fault } = useSend('outbox.send');
  const price = ui.credits(waitingCredits);
  const ids = changes
    .filter(isWaiting)
    .slice(0, MOST_CHANGES)
    .map(({ id }) => String(id));
  const approved = { ids, credits: waitingCredits, belowFloor: breach !== null };
  if (waitingCredits === 0) {
    return (
      <span>
        <Button kind="primary" isPending={isPending} onPress={() => send(approved)}>
          {outbox.sendFree}
        </Button>
        {fault !== null && <span role="alert">{faultSentence(fault, words)}</span>}
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
            value: balance === null ? null : spending.fromTo(balance, balance - waitingCredits),
          },
        ]}
      />
      {breach !== null && (
        <p>{outbox.belowFloor(figures.number(breach.left), figures.number(breach.floor))}</p>
      )}
      {fault !== null && <p role="alert">{faultSentence(fault, words)}</p>}
    </ConfirmButton>
  );
}
