/**
 * Whether the service's credit history or the balance shows a charge that could be for an upload of which no list shows a
 * record. Pure. A history says "none" only if it names uploads at all, and everything in it is explained by other work of
 * ours; the balance, only if it fell by exactly what that work cost.
 */
import type { ChargeEvidence } from '../files/file-view.ts';
import { CLOCK_SLACK_MS, isOfUpload, type HistoryEntry } from './match-charges.ts';

export interface ChargeFacts {
  /** Of the period in question: charges that belong to no upload or change known here. */
  readonly unassigned: readonly HistoryEntry[];
  /** Recorded uploads of this period whose charge has not been found in the history. */
  readonly unmatchedUploads: number;
  /** The history has named the charge of an upload of ours before. */
  readonly isNamingUploads: boolean;
}

export function evaluateCharges({
  unassigned,
  unmatchedUploads,
  isNamingUploads,
}: ChargeFacts): ChargeEvidence {
  // Before it has named an upload, an entry of zero credits may be anything.
  const charges = unassigned.filter(
    (entry) => isOfUpload(entry) && (isNamingUploads || entry.amount < 0),
  ).length;
  if (charges > unmatchedUploads) return 'unexplained';
  if (!isNamingUploads) return 'not-told';
  return charges < unmatchedUploads ? 'not-told' : 'none'; // fewer: the history lags behind
}

/** Between two readings of the balance, the first of them made while nothing could be charged. */
export interface BalanceFacts {
  readonly fellBy: number;
  /** What uploads and changes cost that were certainly carried out until the second reading was asked for. */
  readonly explainedBefore: number;
  /** The same until it was answered, with everything that was in progress or in doubt. */
  readonly mostExplained: number;
  /** Those costs are known, not estimated. */
  readonly isExact: boolean;
}

export function evaluateBalance({
  fellBy,
  explainedBefore,
  mostExplained,
  isExact,
}: BalanceFacts): ChargeEvidence {
  if (fellBy > mostExplained) return 'unexplained';
  return isExact && fellBy === explainedBefore ? 'none' : 'not-told';
}

/** Of charges that were noted from so long before the upload or change on; clocks may differ. */
export type HistoryEvidence = (slackMs: number) => ChargeEvidence;

/**
 * The balance decides where it tells anything: it needs no clock, and a history has charges of the minutes before, and of
 * other computers, that nothing here explains. But credits that were added hide a charge in it. `wereAdded`: the history
 * shows some, from before the balance was first read on. A charge noted since is hidden also where it shows none.
 */
export function bothCharges(
  history: HistoryEvidence,
  wereAdded: () => boolean,
  balance: ChargeEvidence,
): ChargeEvidence {
  const near = history(CLOCK_SLACK_MS);
  if (balance === 'not-told') return near;
  const isHidden = balance === 'none' && near === 'unexplained';
  return isHidden && (wereAdded() || history(0) === 'unexplained') ? near : balance;
}
