/**
 * One pass over everything that may be sent automatically: free changes, changes that a person approved beforehand, and
 * the checks that resolve free changes whose answers were lost. A destination that fails holds up its own changes alone.
 * The pass stops once the service as a whole is away. The caller then waits and drains again.
 */
import {
  isFree,
  isNameless,
  laneOf,
  type Change,
} from '../../../src-shared/model/changes/change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import { isOutage } from './outage.ts';

/** A destination whose next change was tried and is still open. `fault` null: only time is missing. */
export interface StuckLane {
  readonly lane: string;
  readonly fault: ServiceFault | null;
}

export interface Drained {
  /** Changes that ended in this pass. */
  readonly ended: readonly Change[];
  readonly stuck: readonly StuckLane[];
  /** Why the pass stopped early: the service is away. Null: it finished. */
  readonly fault: ServiceFault | null;
  /** Some automatic changes are left and worth another try later. */
  readonly isLeft: boolean;
}

export interface DrainPorts {
  readonly clock: Clock;
  readonly changes: Pick<State['changes'], 'unsettled' | 'isNext' | 'waitingInLane'>;
  /** This destination failed a moment ago, and is left alone. */
  readonly isResting: (lane: string) => boolean;
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
  const tried = new Map<number, ServiceFault | null>();
  let failures: readonly ServiceFault[] = [];
  while (!isOutage(failures)) {
    signal.throwIfAborted();
    const next = dueChanges(ports).find(({ id }) => !tried.has(id));
    if (next === undefined) break;
    tried.set(next.id, null);
    const pushed = await push(next, ports);
    if (pushed === null) continue;
    const { change, fault } = pushed;
    tried.set(next.id, fault);
    failures = fault === null ? [] : [...failures, fault];
    const isOver = change.state.state === 'delivered' || change.state.state === 'refused';
    if (isOver && next.state.state !== change.state.state) ended.push(change);
  }
  const open = openChanges(ports);
  const stuck = open.flatMap(({ id, intent }) => {
    const fault = tried.get(id);
    return fault === undefined ? [] : [{ lane: laneOf(intent), fault }];
  });
  const fault = isOutage(failures) ? (failures.at(-1) ?? null) : null;
  return { ended, stuck, fault, isLeft: open.length > 0 };
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
  const { state: now } = change;
  return { change, fault: now.state === 'waiting' ? (now.lastTry?.fault ?? null) : null };
}

/**
 * What may be tried or checked right now. What was tried longest ago comes first, so that destinations that always fail
 * do not stand before others in every pass; else in the order of creation.
 */
function dueChanges(ports: DrainPorts): readonly Change[] {
  const nowMs = ports.clock.nowMs();
  return openChanges(ports)
    .filter(({ intent, state }) => {
      if (ports.isResting(laneOf(intent))) return false;
      if (state.state !== 'unknown') return true;
      const sinceMs = nowMs - state.lostAtMs;
      return sinceMs < 0 || sinceMs >= PATIENCE_MS; // negative: the clock went back
    })
    .toSorted((one, other) => lastTriedMs(one) - lastTriedMs(other));
}

function lastTriedMs({ state }: Change): number {
  return state.state === 'waiting' ? (state.lastTry?.atMs ?? 0) : 0;
}

/** Changes that have not ended and need no person. */
function openChanges({ changes }: DrainPorts): readonly Change[] {
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
