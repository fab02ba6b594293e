/** Tags of the platform as far as the service shows them. */

import type { PendingMark } from '../changes/pending-mark.ts';

export interface TagView {
  readonly id: string;
  readonly name: string;
}

export interface TagList {
  /** By name. */
  readonly tags: readonly TagView[];
  /** False when there may be more: then a search finds what the list does not show. */
  readonly isComplete: boolean;
  /** When the copy was read; null: just now. */
  readonly asOfMs: number | null;
  /** Marks of tags that are not created yet, by id. */
  readonly pending: Readonly<Record<string, PendingMark>>;
}
