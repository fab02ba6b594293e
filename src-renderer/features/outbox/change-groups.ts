/** Changes as the outbox shows them: what asks for a person first, then what waits, then what is over. Pure. */
import { changeNeedsPerson, type Change } from '../../../src-shared/model/change.ts';

export interface ChangeGroups {
  /** Their answer was lost, or they were refused; the oldest first. */
  readonly asking: readonly Change[];
  /** Not sent yet, or being sent; in the order in which they go. */
  readonly waiting: readonly Change[];
  /** The latest first. */
  readonly over: readonly Change[];
}

export function groupChanges(changes: readonly Change[]): ChangeGroups {
  const inOrder = changes.toSorted((one, other) => one.id - other.id);
  const asking = inOrder.filter(({ state }) => changeNeedsPerson(state));
  const waiting = inOrder.filter(({ state }) => ['waiting', 'sending'].includes(state.state));
  const over = inOrder.filter((change) => !asking.includes(change) && !waiting.includes(change));
  return { asking, waiting, over: over.toReversed() };
}
