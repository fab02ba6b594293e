/**
 * The order of uploads. What a person sends next comes first, then begun uploads, then the projects in turn. Within a
 * project small files go first, but every hour a file has waited makes it count as smaller. Pure.
 */

export interface Waiting {
  readonly fileId: number;
  readonly projectId: string;
  readonly sizeBytes: number;
  /** Since when these bytes of the file are known. */
  readonly sinceMs: number;
  /** A person sent it next: of several the lowest goes first; null: in its turn. */
  readonly place: number | null;
  /** The service has a part of it. */
  readonly isBegun: boolean;
}

/**
 * A file waits one second per megabyte for later arrivals: 2.5 GB goes behind what came within 45 minutes, and no
 * longer. So nothing is overtaken for ever, however many small files arrive.
 */
const BYTES_PER_WAITED_MS = 1_000;

/** The time up to which later arrivals may go first, in ms; lower goes first. */
export function overtakenUntilMs({ sinceMs, sizeBytes }: Waiting): number {
  return sinceMs + sizeBytes / BYTES_PER_WAITED_MS;
}

/** In any project: what a person sent next, then what was begun. 0: their projects take turns. */
export function compareUrgency(one: Waiting, other: Waiting): number {
  if (one.place !== null && other.place !== null) return one.place - other.place;
  return (
    Number(one.place === null) - Number(other.place === null) ||
    Number(other.isBegun) - Number(one.isBegun)
  );
}

/** Order within a project. Never 0 for two different files. */
export function compareWaiting(one: Waiting, other: Waiting): number {
  return (
    compareUrgency(one, other) ||
    overtakenUntilMs(one) - overtakenUntilMs(other) ||
    one.fileId - other.fileId
  );
}

/**
 * Selects the next of the foremost files of each project. `turns` says when each project last had its turn (larger is
 * later, absent is never). Null when there is none.
 */
export function nextOfHeads<File extends Waiting>(
  heads: Iterable<File>,
  turns: ReadonlyMap<string, number>,
): File | null {
  let next: File | null = null;
  const turnOf = ({ projectId }: Waiting) => turns.get(projectId) ?? -1;
  for (const head of heads) {
    const order =
      next === null
        ? -1
        : compareUrgency(head, next) || turnOf(head) - turnOf(next) || compareWaiting(head, next);
    if (order < 0) next = head;
  }
  return next;
}
