/**
 * Writes the transitions of changes into the database, one transaction each, with every consequence for other changes.
 * It sends nothing. Whatever it returns is already durable.
 */
import {
  blobOf,
  isFree,
  isDismissed,
  type Change,
  type ChangeBaseline,
  type ChangeIntent,
  type RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import type { MergePlan } from '../../../src-shared/model/changes/merge-change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import { nextChange, type ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { State } from '../../db/state.ts';

export interface ChangeDeskPorts {
  readonly state: Pick<State, 'assignments' | 'changes' | 'changeBlobs' | 'transaction'>;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Called in the transaction that completes a deletion, to update what shows the file. */
  readonly onDeleting: (file: Extract<ChangeIntent, { kind: 'delete-file' }>) => void;
}

export type ChangeDesk = ReturnType<typeof makeChangeDesk>;

export function makeChangeDesk({ state, clock, ids, onDeleting }: ChangeDeskPorts) {
  const { assignments, changes, changeBlobs } = state;

  /** Throws for an unknown number. */
  function get(id: number): Change {
    const change = changes.get(id);
    if (change === null) throw new Error(`no change ${id}`);
    return change;
  }

  /**
   * Applies an event to a change and returns it. A person may have changed its state during an await: an event that no
   * longer fits changes nothing.
   */
  function move(id: number, event: ChangeEvent): Change {
    return state.transaction(() => {
      const before = get(id);
      const after = nextChange(before.state, event);
      if (after === null) return before;
      changes.setState(id, after);
      if (event.type === 'not-done') changes.denyAttempt(id);
      follow(before, get(id));
      return get(id);
    });
  }

  /** Consequences of a change's transition for other changes and for its stored data. */
  function follow({ state: before }: Change, { id, intent, state: after }: Change): void {
    const isDone = after.state === 'delivered' && before.state !== 'delivered';
    if (isDone && intent.kind === 'delete-file') onDeleting(intent);
    if (intent.kind === 'create-project') {
      if (after.state === 'delivered' && after.projectId !== null) assignId(id, after.projectId);
      if (after.state === 'withdrawn' || isDismissed(after)) withdrawDependents(id);
    }
    const isOver = isDone || after.state === 'withdrawn' || isDismissed(after);
    if (isOver) forgetBlob(intent);
  }

  /** The project has its id now: changes that waited for it, and everything to be put into it, use that id. */
  function assignId(creatorId: number, projectId: string): void {
    assignments.adoptProject(localProjectId(creatorId), projectId);
    for (const change of changes.waitingInLane(localProjectId(creatorId))) {
      const intent = { ...change.intent, projectId } as ChangeIntent;
      if (isTaken(change.id, intent)) withdraw(change.id);
      else changes.setIntent(change, intent);
    }
  }

  /** Changes that wait for a project that will not be created. */
  function withdrawDependents(creatorId: number): void {
    for (const { id } of changes.waitingInLane(localProjectId(creatorId))) withdraw(id);
  }

  function withdraw(id: number): void {
    move(id, { type: 'withdrawn', atMs: clock.nowMs() });
  }

  /** An equal change that costs credits is open: the database would refuse a second one. */
  function isTaken(id: number, intent: ChangeIntent): boolean {
    if (isFree(intent)) return false;
    const open = changes.openLike(intent);
    return open !== null && open.id !== id;
  }

  /** Removes the bytes that it sends, unless another change needs them too. */
  function forgetBlob(intent: ChangeIntent): void {
    const blob = blobOf(intent);
    if (blob === null) return;
    const isWanted = changes.unfinished().some((other) => blobOf(other.intent) === blob);
    if (!isWanted) changeBlobs.remove(blob);
  }

  /**
   * Records that bytes may be sent from now on. False when they may not any more, or when a person edited the change
   * during the check: then nothing may be sent.
   */
  function begin(planned: Change, baseline: ChangeBaseline): boolean {
    return state.transaction(() => {
      const change = get(planned.id);
      if (JSON.stringify(change.intent) !== JSON.stringify(planned.intent)) return false;
      const sending = nextChange(change.state, { type: 'started', atMs: clock.nowMs() });
      if (sending?.state !== 'sending' || !changes.isNext(change)) return false;
      changes.beginAttempt(change, sending, baseline);
      return true;
    });
  }

  /**
   * Adds a requested change and returns the one that stands for it; null when nothing remains, because what it would
   * undo was withdrawn. `agreed`: a person agreed that a change that costs credits is sent automatically.
   */
  function merge(
    { withdraw: undone, dismiss, replace, add, same }: MergePlan,
    agreed: Change['agreed'],
  ): Change | null {
    return state.transaction(() => {
      const atMs = clock.nowMs();
      for (const id of undone) withdraw(id);
      for (const id of dismiss) move(id, { type: 'dismissed', atMs });
      if (replace !== null) {
        const before = get(replace.id);
        changes.setIntent(before, replace.intent);
        forgetBlob(before.intent);
        return get(replace.id);
      }
      if (same !== null) return get(same);
      return add === null ? null : stand(add, agreed);
    });
  }

  function stand(intent: ChangeIntent, agreed: Change['agreed']): Change {
    const made = { key: ids.uuid(), intent, createdAtMs: clock.nowMs() };
    return get(changes.add(agreed === undefined ? made : { ...made, agreed }));
  }

  /** Adds the findings to a waiting change; withdraws it when an equal one is already queued. */
  function name(id: number, intent: ChangeIntent): Change {
    return state.transaction(() => {
      const change = get(id);
      if (change.state.state !== 'waiting') return change;
      if (isTaken(id, intent)) return move(id, { type: 'withdrawn', atMs: clock.nowMs() });
      changes.setIntent(change, intent);
      return get(id);
    });
  }

  /** Rewrites it and queues it again, unless an equal change exists already: then it is withdrawn. */
  function amend(id: number, intent: ChangeIntent): Change {
    return state.transaction(() => {
      const change = get(id);
      if (isTaken(id, intent)) {
        return move(id, {
          type: change.state.state === 'refused' ? 'dismissed' : 'withdrawn',
          atMs: clock.nowMs(),
        });
      }
      changes.setIntent(change, intent);
      return move(id, { type: 'answered-for' });
    });
  }

  /**
   * Changes that wait for a project that is not created are redirected to an existing one; the creation is dismissed.
   */
  function useExisting(id: number, projectId: string): Change {
    return state.transaction(() => {
      assignId(id, projectId);
      return move(id, { type: 'dismissed', atMs: clock.nowMs() });
    });
  }

  /** What waits for this project is blocked for the same reason, as far as that reason concerns it. */
  function park(
    projectId: string,
    cause: RefusalCause,
    isConcerned: (change: Change) => boolean,
  ): void {
    state.transaction(() => {
      const atMs = clock.nowMs();
      for (const change of changes.waitingInLane(projectId).filter(isConcerned)) {
        move(change.id, { type: 'refused', cause, atMs });
      }
    });
  }

  return { get, move, begin, add: stand, merge, name, amend, useExisting, park };
}

/**
 * After a crash while sending, the outcome is unknown. If the clock went back, an answer that was lost at a future time
 * counts as lost just now. Call it once, before anything is sent.
 */
export function recoverOutbox(
  { changes, transaction }: Pick<State, 'changes' | 'transaction'>,
  nowMs: number,
): void {
  transaction(() => {
    for (const { id, state } of changes.inState('sending')) {
      const lost = nextChange(state, { type: 'answer-lost', atMs: nowMs });
      if (lost !== null) changes.setState(id, lost);
    }
    for (const { id, state } of [...changes.inState('unknown'), ...changes.inState('left')]) {
      const lost = nextChange(state, { type: 'clock-went-back', atMs: nowMs });
      if (lost !== null) changes.setState(id, lost);
    }
  });
}
