/** Tags of the platform as far as the service shows them. */

export interface TagView {
  readonly id: string;
  readonly name: string;
}

export interface TagList {
  /** By name. */
  readonly tags: readonly TagView[];
  /** False when there may be more: then a search finds what the list does not show. */
  readonly isComplete: boolean;
}
