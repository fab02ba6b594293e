/**
 * The order of uploads. A person's own order comes first, then their priorities, then begun uploads, then the projects
 * in turn. Within a project small files go first, but every hour a file has waited makes it count as smaller. Pure.
 */
import type { UploadPriority } from '../../../src-shared/model/files/transfer-rules.ts';

export interface Waiting {
  readonly fileId: number;
  readonly projectId: string;
  readonly sizeBytes: number;
  /** Since when these bytes of the file are known. */
  readonly sinceMs: number;
  readonly priority: UploadPriority;
  /** A person's own order among the files that go first, lowest first; null: behind them, in normal order. */
  readonly place: number | null;
  /** The service has a part of it. */
  readonly isBegun: boolean;
}

/**
 * A file waits one second per megabyte for later arrivals: 2.5 GB goes behind what came within 45 minutes, and no
 * longer. So nothing is overtaken for ever, however many small files arrive.
 */
const BYTES_PER_WAITED_MS = 1_000;

const RANKS: Readonly<Record<UploadPriority, number>> = { first: 0, normal: 2, last: 4 };

/** Lower goes first, in any project. */
export function rankOf({ priority, isBegun }: Waiting): number {
  return RANKS[priority] + (isBegun ? 0 : 1);
}

/** The time up to which later arrivals may go first, in ms; lower goes first. */
export function overtakenUntilMs({ sinceMs, sizeBytes }: Waiting): number {
  return sinceMs + sizeBytes / BYTES_PER_WAITED_MS;
}

/** Order among files that a person ordered, in any project. 0 when neither was ordered. */
function comparePlaces({ place: one }: Waiting, { place: other }: Waiting): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one - other;
}

/** Order within a project. Never 0 for two different files. */
export function compareWaiting(one: Waiting, other: Waiting): number {
  return (
    comparePlaces(one, other) ||
    rankOf(one) - rankOf(other) ||
    overtakenUntilMs(one) - overtakenUntilMs(other) ||
    one.fileId - other.fileId
  );
}

/**
 * Selects the next of the foremost files of each project. `turns` says when each project last had its turn (larger is
 * later, absent is never). Null when there is none.
 */
export function nextOfHeads(
  heads: Iterable<Waiting>,
  turns: ReadonlyMap<string, number>,
): Waiting | null {
  let next: Waiting | null = null;
  const turnOf = ({ projectId }: Waiting) => turns.get(projectId) ?? -1;
  for (const head of heads) {
    const order =
      next === null
        ? -1
        : comparePlaces(head, next) ||
          rankOf(head) - rankOf(next) ||
          turnOf(head) - turnOf(next) ||
          compareWaiting(head, next);
    if (order < 0) next = head;
  }
  return next;
}
