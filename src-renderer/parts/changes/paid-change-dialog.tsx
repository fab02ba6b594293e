/** Shows the price of a change and its effect on the balance, and waits for approval of exactly that. */
import type { ReactElement, ReactNode } from 'react';
import type { ChangeOffer } from '../../../src-shared/bridge/outbox-calls.ts';
import type { PaidChange } from '../../data/use-paid-change.ts';
import { refusalText } from '../../words/change-outcome.ts';
import { useWords } from '../../words/words-context.ts';
import { Button } from '../../ui/layout/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { ErrorNotice } from '../notices/error-notice.tsx';

/** Open while `paid` has an offer. `agreeLabel` says what is done; the price is added to it. */
export function PaidChangeDialog({
  title,
  agreeLabel,
  paid: { now, offer, agree },
  onClose,
  extraCredits = 0,
  waitingCredits = 0,
  children,
}: Readonly<{
  title: string;
  agreeLabel: string;
  paid: Pick<PaidChange, 'now' | 'offer' | 'agree'>;
  onClose: () => void;
  /** Of changes that are kept together with this one. */
  extraCredits?: number;
  /** Of other changes that wait, and leave less of the balance. */
  waitingCredits?: number;
  /** What the change is about. */
  children?: ReactNode;
}>): ReactElement {
  const { spending, ui } = useWords();
  const isSending = now.step === 'sending';
  const canGo =
    offer !== null && ['would-go', 'would-wait', 'would-cancel'].includes(offer.prospect.kind);
  const label = offer?.prospect.kind === 'would-wait' ? spending.queue : agreeLabel;
  return (
    <Dialog
      title={title}
      isOpen={offer !== null}
      isQuestion
      onClose={onClose}
      goesOn={isSending ? ui.goesOn.outbox : null}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isSending}>
            {canGo ? ui.cancel : ui.close}
          </Button>
          {canGo && (
            <Button kind="primary" isPending={isSending} onPress={agree}>
              {spending.agree(label, offer.credits + extraCredits)}
            </Button>
          )}
        </>
      }
    >
      {children}
      {offer !== null && (
        <Prospect offer={offer} credits={offer.credits + extraCredits} waiting={waitingCredits} />
      )}
      <ErrorNotice fault={now.step === 'offered' ? now.fault : null} />
    </Dialog>
  );
}

function Prospect({
  offer: { prospect },
  credits,
  waiting,
}: Readonly<{
  offer: ChangeOffer;
  /** With those of changes that are kept together with this one. */
  credits: number;
  /** Credits of other changes that wait. */
  waiting: number;
}>): ReactElement {
  const words = useWords();
  const { spending, ui, figures } = words;
  switch (prospect.kind) {
    case 'already-there':
      return <p>{spending.alreadyThere}</p>;
    case 'would-be-refused':
      return <p>{refusalText(prospect.cause, words)}</p>;
    case 'would-go': {
      const { balance } = prospect;
      const after = spending.fromTo(balance, balance - credits);
      return (
        <Facts
          facts={[
            { label: spending.price, value: ui.credits(credits) },
            { label: spending.balance, value: after },
          ]}
        />
      );
    }
    case 'would-wait': {
      const { balance, balanceAtMs } = prospect;
      const age = balanceAtMs === null ? [] : [ui.asOf(figures.moment(balanceAtMs))];
      const others = waiting === 0 ? [] : [spending.withWaiting(waiting)];
      const left =
        balance === null
          ? null
          : [spending.fromTo(balance, balance - credits - waiting), ...others, ...age].join(' · ');
      return (
        <>
          <Facts
            facts={[
              { label: spending.price, value: ui.credits(credits) },
              { label: spending.balance, value: left },
            ]}
          />
          <p>{spending.wouldWait}</p>
        </>
      );
    }
    case 'would-cancel':
      return <p>{spending.wouldCancel}</p>;
    default:
      return prospect satisfies never;
  }
}
