/** What several screens read of the account, each with the events after which it is asked for again. */
import { useMemo } from 'react';
import type { Offered, SpendOffer } from '../../src-shared/bridge/file-calls.ts';
import type { DoubtGroup } from '../../src-shared/model/files/upload-evidence.ts';
import { useRead, type Rereadable } from './use-read.ts';

const NOTHING = {};

export interface Balance {
  readonly credits: number;
  readonly readAtMs: number;
}

/** The credits, and when they were read; null until then. */
export function useBalance(): Balance | null {
  const { value, readAtMs } = useRead('credits.balance', NOTHING);
  return useMemo(
    () => (value === null || readAtMs === null ? null : { credits: value.credits, readAtMs }),
    [value, readAtMs],
  );
}

/** What awaits a person's approval, and what it costs. Keep the input the same object from one drawing to the next. */
export function useOffer(input: { readonly which: Offered }): Rereadable<SpendOffer> {
  return useRead('files.offer', input);
}

/** Unknown upload results that a person has not put aside, by their evidence. */
export function useDoubts(): Rereadable<readonly DoubtGroup[]> {
  return useRead('files.doubts', NOTHING);
}

/** Whether an upload with neither record nor charge is sent again without asking; null until it is known. */
export function useSendsAgain(): boolean | null {
  return useRead('credits.resend', NOTHING).value;
}

/** Whether the service lets this person administer users; false until it has said so. */
export function useIsAdmin(): boolean {
  return useRead('profile.permissions', NOTHING).value?.isAdmin === true;
}

/** Whether a person works offline because they want to; null until it is known. */
export function useWorkingOffline(): boolean | null {
  return useRead('outbox.list', NOTHING).value?.isOffline ?? null;
}
