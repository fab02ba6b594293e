/**
 * Whether the service's credit history or the balance shows a charge that could be for an upload of which no list shows a
 * record. Pure. A history says "none" only if it names uploads at all, and everything in it is explained by other work of
 * ours; the balance, only if it fell by exactly what that work cost.
 */
import type { ChargeEvidence } from '../files/file-view.ts';
import { isOfUpload, type HistoryEntry } from './match-charges.ts';

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

/**
 * A charge in the history that nothing explains counts whatever the balance says, for credits that were added meanwhile
 * hide it there. Else the balance decides where it tells anything: it needs no clock.
 */
export function bothCharges(history: ChargeEvidence, balance: ChargeEvidence): ChargeEvidence {
  if (history === 'unexplained') return history;
  return balance === 'not-told' ? history : balance;
}
