/** How a change that has not reached the service is shown where its effect is. */
import type { ChangeKind, RefusalCause } from './change.ts';
import type { FieldValue } from './record-edit.ts';

export interface PendingMark {
  readonly changeId: number;
  readonly kind: ChangeKind;
  readonly stage: 'waiting' | 'sending' | 'unknown' | 'refused';
  readonly credits: number;
  /** The change that has to be done first; null when nothing holds it up. */
  readonly waitsFor: number | null;
  /** Of a refused one. */
  readonly cause: RefusalCause | null;
  /** Of an edit: what was there, and what is wanted. */
  readonly fields: readonly {
    readonly field: string;
    readonly was: FieldValue;
    readonly now: FieldValue;
  }[];
}
