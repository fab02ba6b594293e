/** How long the rest of a batch takes, from how fast it went so far. */

/** How many files were finished at a moment. */
export interface BatchMark {
  readonly done: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Fewer say nothing about the next ones: recordings end in groups. */
const LEAST_FINISHED = 2;

/** In milliseconds; null while that is not known, and once `total` are finished. `begun`: when the work began. */
export function batchLeftMs(
  begun: BatchMark | null,
  { done, atMs }: BatchMark,
  total: number,
): number | null {
  const finished = done - (begun?.done ?? done);
  if (begun === null || finished < LEAST_FINISHED || done >= total) return null;
  return ((atMs - begun.atMs) / finished) * (total - done);
}
