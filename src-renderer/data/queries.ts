/** What several screens read of the account, each with the events after which it is asked for again. */
import { useMemo } from 'react';
import type { Offered, SpendOffer } from '../../src-shared/bridge/file-calls.ts';
import type { Purse } from '../../src-shared/model/money/spend-limits.ts';
import { useRead, type Rereadable } from './use-read.ts';

export interface Balance extends Purse {
  readonly readAtMs: number;
}

/** The credits, and when they were read; null until then. */
export function useBalance(): Balance | null {
  const { value, readAtMs } = useRead('credits.balance');
  return useMemo(
    () => (value === null || readAtMs === null ? null : { ...value, readAtMs }),
    [value, readAtMs],
  );
}

/** What awaits a person's approval, and what it costs. Keep the input the same object from one drawing to the next. */
export function useOffer(input: { readonly which: Offered }): Rereadable<SpendOffer> {
  return useRead('files.offer', input);
}

/** Whether a person works offline because they want to; null until it is known. */
export function useWorkingOffline(): boolean | null {
  return useRead('outbox.list').value?.isOffline ?? null;
}
