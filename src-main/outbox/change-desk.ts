/**
 * Carries the moves of paid changes into the database, one transaction each. It decides nothing and sends nothing;
 * what it returns has been durable since before it returned.
 */
import type { Change, ChangeBaseline, ChangeIntent } from '../../src-shared/model/change.ts';
import { nextChange, type ChangeEvent } from '../../src-shared/model/next-change.ts';
import type { Clock } from '../ports/clock.ts';
import type { State } from '../state/state.ts';

export interface ChangeDeskPorts {
  readonly state: Pick<State, 'changes' | 'transaction'>;
  readonly clock: Clock;
  /** Called in the transaction that delivers a deletion, so that what shows the file follows. */
  readonly onDeleting: (file: Extract<ChangeIntent, { kind: 'delete-file' }>) => void;
}

export type ChangeDesk = ReturnType<typeof makeChangeDesk>;

export function makeChangeDesk({ state, clock, onDeleting }: ChangeDeskPorts) {
  const { changes } = state;

  /** Throws for a number that no change has. */
  function get(id: number): Change {
    const change = changes.get(id);
    if (change === null) throw new Error(`no change ${id}`);
    return change;
  }

  /**
   * Moves a change and returns it. A person may have moved it while something was awaited: an event that does not fit
   * any more changes nothing.
   */
  function move(id: number, event: ChangeEvent): Change {
    return state.transaction(() => {
      const { intent, state: before } = get(id);
      const after = nextChange(before, event);
      if (after !== null) changes.setState(id, after);
      const isDone = after?.state === 'delivered' && before.state !== 'delivered';
      if (isDone && intent.kind === 'delete-file') onDeleting(intent);
      return get(id);
    });
  }

  /** Writes down that bytes may leave from now on. False when they may not any more: then nothing may be sent. */
  function begin(id: number, baseline: ChangeBaseline): boolean {
    return state.transaction(() => {
      const change = get(id);
      const sending = nextChange(change.state, { type: 'started', atMs: clock.nowMs() });
      if (sending?.state !== 'sending' || !changes.isNext(change)) return false;
      changes.beginAttempt(change, sending, baseline);
      return true;
    });
  }

  return { get, move, begin };
}

/**
 * A crash while sending leaves an open outcome; an answer that was lost in a time that has not come, because the clock
 * went back, was lost just now. To be called once, before anything is sent.
 */
export function recoverOutbox(
  { changes, transaction }: ChangeDeskPorts['state'],
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
