/** Changes as the outbox shows them: what asks for a person first, then what waits, then what is over. Pure. */
import {
  changeNeedsPerson,
  isDenialOpen,
  isDismissed,
  projectOf,
  type Change,
} from '../../../src-shared/model/changes/change.ts';

export function groupChanges(changes: readonly Change[]) {
  const inOrder = changes.toSorted((one, other) => one.id - other.id);
  const needing = inOrder.filter(changeNeedsPerson);
  // Their answer was lost, or they were refused: what somebody else changed too first, then the oldest.
  const asking = [...needing.filter(isConflict), ...needing.filter((each) => !isConflict(each))];
  // Not sent yet, being sent, or denied and being checked; in the order in which they go.
  const waiting = inOrder.filter(
    ({ state }) => ['waiting', 'sending'].includes(state.state) || isDenialOpen(state),
  );
  const over = inOrder.filter((change) => !asking.includes(change) && !waiting.includes(change));
  return { asking, waiting, over: over.toReversed() }; // the latest first
}

/** Somebody else changed the same, and nobody has chosen yet. */
export function isConflict({ state }: Change): boolean {
  return state.state === 'refused' && state.cause.kind === 'changed-there' && !isDismissed(state);
}

/** All changes of a project that is away stand still together, and are decided about together. */
export interface AwayProject {
  readonly projectId: string;
  readonly changes: readonly Change[];
}

/** Those of projects that are away, apart from the others. */
export function parkedByProject(asking: readonly Change[]): {
  readonly parked: readonly AwayProject[];
  readonly others: readonly Change[];
} {
  const parked = new Map<string, Change[]>();
  const others: Change[] = [];
  for (const change of asking) {
    const { state } = change;
    const isAway = state.state === 'refused' && state.cause.kind === 'project-away';
    const projectId = projectOf(change.intent);
    if (!isAway || projectId === null) others.push(change);
    else parked.set(projectId, [...(parked.get(projectId) ?? []), change]);
  }
  const entries = [...parked].map(([projectId, changes]) => ({ projectId, changes }));
  return { parked: entries, others };
}

export interface PlacedChange {
  readonly change: Change;
  /** The first of those that have to be done before it; null: it waits for nothing that is shown. */
  readonly under: Change | null;
}

/**
 * Each under the first of its line, whatever order they were made in. What has to be done after a change that asks for a person
 * waits for their decision, and stands with that one. `waitsFor`: by number, what comes right before.
 */
export function placeChanges(
  { asking, waiting }: Readonly<Record<'asking' | 'waiting', readonly Change[]>>,
  waitsFor: Readonly<Record<string, number>>,
): Readonly<Record<'asking' | 'waiting', readonly PlacedChange[]>> {
  const all = [...asking, ...waiting];
  const byId = new Map(all.map((change) => [change.id, change]));
  const firstOf = (change: Change): Change => {
    let first = change;
    for (;;) {
      const before = byId.get(waitsFor[String(first.id)] ?? -1);
      if (before === undefined || before.id >= first.id) return first;
      first = before;
    }
  };
  const lines = Map.groupBy(all, firstOf);
  const placed = (firsts: readonly Change[]) =>
    firsts.flatMap((first) =>
      (lines.get(first) ?? []).map((change) => ({
        change,
        under: change === first ? null : first,
      })),
    );
  return { asking: placed(asking), waiting: placed(waiting) };
}
