/**
 * The steps of a change that costs credits: its price is requested, a person approves exactly that, and it is saved and
 * tried once. Nothing is spent before the approval, and an approval is valid for one price only.
 */
import { useState } from 'react';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import type { ChangeOffer } from '../../src-shared/bridge/outbox-calls.ts';
import type { Change } from '../../src-shared/model/changes/change.ts';
import { useCall } from './bridge-context.ts';
import type { PageFault } from '../bridge/bridge.ts';

type PaidStep =
  | { readonly step: 'idle'; readonly fault: PageFault | null }
  | { readonly step: 'pricing' }
  | { readonly step: 'offered'; readonly offer: ChangeOffer; readonly fault: PageFault | null }
  | { readonly step: 'sending'; readonly offer: ChangeOffer };
const IDLE: PaidStep = { step: 'idle', fault: null };

export type PaidChange = ReturnType<typeof usePaidChange>;

/** `onKept` is called once the change was saved and tried, whatever the result. */
export function usePaidChange(onKept: (change: Change) => void) {
  const [now, setNow] = useState<PaidStep>(IDLE);
  const price = useCall('outbox.price');
  const keep = useCall('outbox.keep');

  const askFor = async (wish: CallInput<'outbox.price'>) => {
    setNow({ step: 'pricing' });
    const priced = await price(wish);
    setNow(
      priced.ok
        ? { step: 'offered', offer: priced.value, fault: null }
        : { step: 'idle', fault: priced.fault },
    );
  };

  const send = async (offer: ChangeOffer) => {
    setNow({ step: 'sending', offer });
    const { intent, credits, breach, prospect } = offer;
    const whenOnline = prospect.kind === 'would-wait' ? { whenOnline: true } : {};
    const kept = await keep({
      intent,
      credits,
      passedReserve: breach?.reserve ?? null,
      ...whenOnline,
    });
    if (kept.ok) {
      setNow(IDLE);
      onKept(kept.value);
    } else setNow({ step: 'offered', offer, fault: kept.fault });
  };

  return {
    now,
    /** What waits for approval, or was approved and is being saved; null: nothing. */
    offer: now.step === 'offered' || now.step === 'sending' ? now.offer : null,
    ask: (wish: CallInput<'outbox.price'>) => void askFor(wish),
    /** Does nothing unless a price was offered. */
    agree: () => {
      if (now.step === 'offered') void send(now.offer);
    },
    cancel: () => setNow(IDLE),
  };
}
