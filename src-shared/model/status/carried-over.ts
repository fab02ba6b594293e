/**
 * What a person had set in an earlier version and has become something else. A migration writes each as a row of
 * `preference`, named `carried-over:` and its kind; it is said once, on the page or in a terminal.
 */
export type CarriedOver =
  | {
      readonly kind: 'limits';
      /** Credits per day before, and the limit of a month in their place; null: there was no limit of a day. */
      readonly day: number | null;
      readonly month: number | null;
      /** Files above a price, or batches smaller than a large one, were asked about: now each new file of a folder is. */
      readonly approvesEach: boolean;
      /** What counts as a large batch was set: now it is fixed. */
      readonly hadBatchLimits: boolean;
    }
  | {
      readonly kind: 'check';
      /** Folders that ask the service about their files before the price, as they did. */
      readonly first: number;
      /** Folders that asked up to a size, or not at all without anybody having chosen that: now once a price is approved. */
      readonly approved: number;
    }
  /** A way of watching was chosen: now it is automatic. */
  | { readonly kind: 'watching' }
  /** Files were put last in the queue: now they go in their turn. */
  | { readonly kind: 'queue' };
