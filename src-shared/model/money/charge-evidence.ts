/**
 * Whether the service's credit history has a charge that could be for an upload of which no list shows a record. Pure. It
 * says "none" only of a history that names uploads at all, and in which everything is explained by other work of ours.
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
  if (!isNamingUploads) return 'not-told';
  const charges = unassigned.filter(isOfUpload).length;
  if (charges > unmatchedUploads) return 'unexplained';
  return charges < unmatchedUploads ? 'not-told' : 'none'; // fewer: the history lags behind
}
