/** What several screens read of the account, each with the events after which it is asked for again. */
import { useCallback, useMemo } from 'react';
import type { Offered, WaitingOffer } from '../../src-shared/bridge/file-calls.ts';
import type { CreditSummary } from '../../src-shared/model/money/credit-views.ts';
import type { Purse } from '../../src-shared/model/money/spend-limits.ts';
import { useAttendedLooks } from './use-attended-looks.ts';
import { useRead, type Rereadable } from './use-read.ts';

/** Credits that somebody adds are seen within 15 s by whoever is at the page. */
const LOOK_FOR_CREDITS_MS = 10_000;

export interface Balance extends Purse {
  readonly readAtMs: number;
}

/** The credits, what of them is not promised yet, and when they were read; null until then. */
export function useBalance(): Balance | null {
  const { value, readAtMs } = useRead('credits.balance');
  const free = useRead('files.approved', {}).value?.left ?? null;
  return useMemo(
    () => (value === null || readAtMs === null ? null : { ...value, free, readAtMs }),
    [value, free, readAtMs],
  );
}

/**
 * The balance to show beside what is counted with one: that of the bar below, so that no two stand on one screen. The counted
 * one while no other is known.
 */
export function useShownBalance(
  summary: CreditSummary | null,
): Pick<CreditSummary, 'balance' | 'balanceAtMs'> {
  const known = useBalance();
  return known === null
    ? { balance: summary?.balance ?? null, balanceAtMs: summary?.balanceAtMs ?? null }
    : { balance: known.credits, balanceAtMs: known.readAtMs };
}

/** Reads the balance again and again while somebody is at the page and files wait for credits, or there are none. */
export function useLooksForCredits(isWaiting: boolean): void {
  const { value, readAgain } = useRead('credits.balance');
  const isWanted = isWaiting || value?.credits === 0;
  const look = useCallback(() => {
    if (isWanted) readAgain();
  }, [isWanted, readAgain]);
  useAttendedLooks(look, LOOK_FOR_CREDITS_MS);
}

/** What awaits a person's approval, and what it costs. Keep the input the same object from one drawing to the next. */
export function useOffer(input: { readonly which: Offered }): Rereadable<WaitingOffer> {
  return useRead('files.offer', input);
}

/** Whether a person works offline because they want to; null until it is known. */
export function useWorkingOffline(): boolean | null {
  return useRead('outbox.list').value?.isOffline ?? null;
}
