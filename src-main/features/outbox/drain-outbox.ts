/**
 * One pass over everything that may be sent automatically: free changes, changes that a person approved beforehand, and
 * the checks that resolve free changes whose answers were lost. It stops at the first fault that concerns the service
 * and not a change. The caller then waits and drains again.
 */
import { isFree, isNameless, type Change } from '../../../src-shared/model/changes/change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';

export interface Drained {
  /** Changes that ended in this pass. */
  readonly ended: readonly Change[];
  /** Why the pass stopped early; null: it finished. */
  readonly fault: ServiceFault | null;
  /** Some automatic changes are left and worth another try later. */
  readonly isLeft: boolean;
}

export interface DrainPorts {
  readonly clock: Clock;
  readonly changes: Pick<State['changes'], 'unsettled' | 'isNext' | 'waitingInLane'>;
  /** Null when it no longer waits, because a person tried or withdrew it meanwhile. */
  readonly attempt: (id: number) => Promise<Change | null>;
  readonly lookAgain: (
    id: number,
  ) => Promise<{ readonly change: Change; readonly fault: ServiceFault | null }>;
  readonly sendAgain: (id: number) => Change;
}

/**
 * The service may still process a request shortly after the connection broke; an immediate second one would be wasted.
 */
const PATIENCE_MS = 5 * SECOND_MS;

/** Aborting ends it; the outcome of a change being sent is then unknown. */
export async function drainOutbox(ports: DrainPorts, signal: AbortSignal): Promise<Drained> {
  const ended: Change[] = [];
  const tried = new Set<number>();
  for (;;) {
    signal.throwIfAborted();
    const next = duePart(ports).find(({ id }) => !tried.has(id));
    if (next === undefined) return { ended, fault: null, isLeft: openPart(ports).length > 0 };
    tried.add(next.id);
    const pushed = await push(next, ports);
    if (pushed === null) continue;
    const { change, fault } = pushed;
    if (fault !== null) return { ended, fault, isLeft: true };
    const isOver = change.state.state === 'delivered' || change.state.state === 'refused';
    if (isOver && next.state.state !== change.state.state) ended.push(change);
  }
}

/** One step for one change: a check, an attempt, or both. Null when another caller took the change. */
async function push(
  { id, state }: Change,
  { attempt, lookAgain, sendAgain }: DrainPorts,
): Promise<{ readonly change: Change; readonly fault: ServiceFault | null } | null> {
  if (state.state !== 'waiting') {
    const looked = await lookAgain(id);
    if (looked.fault !== null || looked.change.state.state !== 'unknown') return looked;
    sendAgain(id);
  }
  const change = await attempt(id);
  if (change === null) return null;
  // Changes that wait for a new project need its id.
  if (isNameless(change)) return lookAgain(id);
  return { change, fault: change.state.state === 'waiting' ? change.state.trouble : null };
}

/** What may be tried or checked right now, in the order of creation. */
function duePart(ports: DrainPorts): readonly Change[] {
  const nowMs = ports.clock.nowMs();
  return openPart(ports).filter(({ state }) => {
    if (state.state !== 'unknown') return true;
    const sinceMs = nowMs - state.lostAtMs;
    return sinceMs < 0 || sinceMs >= PATIENCE_MS; // negative: the clock went back
  });
}

/** Changes that have not ended and need no person. */
function openPart({ changes }: DrainPorts): readonly Change[] {
  return changes.unsettled().filter((change) => {
    const { intent, state, agreed } = change;
    if (state.state === 'waiting') {
      return (isFree(intent) || agreed !== undefined) && changes.isNext(change);
    }
    return (state.state === 'unknown' && isFree(intent)) || isAwaited(change, changes);
  });
}

/** A new project with a still unknown id that another change waits for. */
function isAwaited(change: Change, { waitingInLane }: DrainPorts['changes']): boolean {
  return isNameless(change) && waitingInLane(localProjectId(change.id)).length > 0;
}
