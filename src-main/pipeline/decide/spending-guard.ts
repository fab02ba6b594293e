/**
 * Detects that a folder brings more at once than a person can have meant: a restored disk, a changed time zone, a tree
 * copied to the wrong directory. Pure. It only ever stops files; a person releases them.
 */
import type { HoldNote } from '../../../src-shared/model/money/spend-limits.ts';

const MIN_CHANGED_FILES = 20; // editing a handful of files is normal daily work
const MAX_CHANGED_SHARE = 0.5;

export interface Influx {
  /** Files that would be uploaded and that nobody has reviewed yet. */
  readonly newFiles: number;
  readonly newCredits: number;
  /** Of the files that have a record, those whose bytes differ now. */
  readonly changedFiles: number;
  /** Files that have a record, the changed ones included. */
  readonly knownFiles: number;
}

export interface SpendingGuardLimits {
  /** Null: no limit. */
  readonly files: number | null;
  readonly credits: number | null;
}

export type SpendingGuardNote = Extract<
  HoldNote,
  { readonly why: 'many-files' | 'many-credits' | 'many-changed' }
>;

/** Why the new files, and why the changed ones, are stopped; null: they are not. */
export function planSpendingGuard(
  { newFiles, newCredits, changedFiles, knownFiles }: Influx,
  limits: SpendingGuardLimits,
): { readonly newOnes: SpendingGuardNote | null; readonly changedOnes: SpendingGuardNote | null } {
  const isMassChange =
    changedFiles > MIN_CHANGED_FILES && changedFiles > knownFiles * MAX_CHANGED_SHARE;
  const changedOnes = isMassChange
    ? ({ why: 'many-changed', count: changedFiles, known: knownFiles } as const)
    : null;
  return { newOnes: excessOf(newFiles, newCredits, limits), changedOnes };
}

function excessOf(
  files: number,
  credits: number,
  limits: SpendingGuardLimits,
): SpendingGuardNote | null {
  if (limits.files !== null && files > limits.files) {
    return { why: 'many-files', count: files, limit: limits.files };
  }
  if (limits.credits !== null && credits > limits.credits) {
    return { why: 'many-credits', count: credits, limit: limits.credits };
  }
  return null;
}
