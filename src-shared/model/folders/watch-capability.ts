/** Why changes in a watched folder may be seen later than at once. */
export type WatchLimit =
  /** The system lets a person watch so many folders at a time, and there are more: the rest is polled. */
  | { readonly kind: 'too-many-folders'; readonly most: number; readonly seconds: number }
  /** At the last scan the system allowed no more watches: some directories are polled. */
  | { readonly kind: 'limited'; readonly seconds: number }
  /** The folder is polled, by its settings or because it is on a network drive. */
  | { readonly kind: 'polled'; readonly seconds: number; readonly isNetworkDrive: boolean };
