/**
 * One pass over everything that may go by itself: what is free, what a person agreed to beforehand, and the looks that
 * settle free changes whose answers were lost. It stops at the first fault that is about the service and not about a
 * change; whoever drains waits then and drains again.
 */
import { isFree, isNameless, type Change } from '../../../src-shared/model/changes/change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';

export interface Drained {
  /** Changes that came to an end in this pass. */
  readonly ended: readonly Change[];
  /** Why the pass stopped early; null: it went through. */
  readonly fault: ServiceFault | null;
  /** Something that may go by itself is left, and worth trying again later. */
  readonly isLeft: boolean;
}

export interface DrainPorts {
  readonly clock: Clock;
  readonly changes: Pick<State['changes'], 'unsettled' | 'isNext' | 'waitingInLane'>;
  /** Null when it waits no more, because a person had it tried or took it back meanwhile. */
  readonly attempt: (id: number) => Promise<Change | null>;
  readonly lookAgain: (
    id: number,
  ) => Promise<{ readonly change: Change; readonly fault: ServiceFault | null }>;
  readonly sendAgain: (id: number) => Change;
}

/** A request may still be carried out a moment after its line broke; a second one right behind it would be for nothing. */
const PATIENCE_MS = 5 * SECOND_MS;

/** Aborting ends it; what was being sent is open from then on. */
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

/** One step with one change: a look, a try, or both. Null when somebody else took it. */
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
  // Whoever waits for a new project waits for its id.
  if (isNameless(change)) return lookAgain(id);
  return { change, fault: change.state.state === 'waiting' ? change.state.trouble : null };
}

/** What may be tried or looked for right now, in the order it was made. */
function duePart(ports: DrainPorts): readonly Change[] {
  const nowMs = ports.clock.nowMs();
  return openPart(ports).filter(({ state }) => {
    if (state.state !== 'unknown') return true;
    const sinceMs = nowMs - state.lostAtMs;
    return sinceMs < 0 || sinceMs >= PATIENCE_MS; // below zero: the clock went back
  });
}

/** What is not over and needs nobody. */
function openPart({ changes }: DrainPorts): readonly Change[] {
  return changes.unsettled().filter((change) => {
    const { intent, state, agreed } = change;
    if (state.state === 'waiting') {
      return (isFree(intent) || agreed !== undefined) && changes.isNext(change);
    }
    return (state.state === 'unknown' && isFree(intent)) || isAwaited(change, changes);
  });
}

/** A new project whose id is not known yet, while something waits for it. */
function isAwaited(change: Change, { waitingInLane }: DrainPorts['changes']): boolean {
  return isNameless(change) && waitingInLane(localProjectId(change.id)).length > 0;
}
