/**
 * Detects that a folder brings more at once than a person can have meant: a restored disk, a changed time zone, a tree
 * copied to the wrong directory. Pure. It only ever stops files; a person releases them.
 */
import type { HoldNote } from '../../../src-shared/model/money/spend-limits.ts';

export interface Influx {
  /** Files that would be uploaded and that nobody has reviewed yet. */
  readonly newFiles: number;
  readonly newCredits: number;
}

export interface SpendingGuardLimits {
  /** Null: no limit. */
  readonly files: number | null;
  readonly credits: number | null;
}

export type SpendingGuardNote = Extract<HoldNote, { readonly why: 'many-files' | 'many-credits' }>;

/** Why the new files are stopped; null: they are not. */
export function planSpendingGuard(
  { newFiles, newCredits }: Influx,
  limits: SpendingGuardLimits,
): SpendingGuardNote | null {
  if (limits.files !== null && newFiles > limits.files) {
    return { why: 'many-files', count: newFiles, limit: limits.files };
  }
  if (limits.credits !== null && newCredits > limits.credits) {
    return { why: 'many-credits', count: newCredits, limit: limits.credits };
  }
  return null;
}
