/** Why changes in a watched folder may be seen by a timed look only, and not at once. */
export type LateSight =
  /** What other computers do there is told to nobody here. */
  | { readonly kind: 'network-drive' }
  /** The system lets a person watch so many folders at a time, and there are more. */
  | { readonly kind: 'too-many-folders'; readonly most: number };
