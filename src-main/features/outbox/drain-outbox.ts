/**
 * One pass over everything that may be sent automatically: free changes, changes that a person approved beforehand, and
 * the checks that resolve free changes whose answers were lost, and paid ones whose answers denied them. A destination
 * that fails holds up its own changes alone. The pass stops once the service as a whole is away. The caller then waits
 * and drains again.
 */
import {
  changeNeedsPerson,
  isDenialOpen,
  isFree,
  isNameless,
  laneOf,
  type Change,
} from '../../../src-shared/model/changes/change.ts';
import { localProjectId } from '../../../src-shared/model/changes/local-id.ts';
import {
  type ServiceFault,
  mayBeOfOneThing,
} from '../../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';

/** A destination whose next change was tried and is still open. `fault` null: only time is missing. */
export interface StuckLane {
  readonly lane: string;
  readonly fault: ServiceFault | null;
}

export interface Drained {
  /** Changes that ended in this pass. */
  readonly ended: readonly Change[];
  /** Others moved, or need a person from now on. */
  readonly isNews: boolean;
  readonly stuck: readonly StuckLane[];
  /** Why the pass stopped early: the service is away. Null: it finished. */
  readonly fault: ServiceFault | null;
  /** Some automatic changes are left and worth another try later. */
  readonly isLeft: boolean;
  /** For some of them it was too early. */
  readonly isTooEarly: boolean;
}

export interface DrainPorts {
  readonly clock: Clock;
  readonly changes: Pick<State['changes'], 'unsettled' | 'isNext' | 'waitingInLane'>;
  /** This destination failed a moment ago, and is left alone. */
  readonly isResting: (lane: string) => boolean;
  /** How long until the denial of a change can be confirmed; null: there is none to confirm. */
  readonly denialWaitMs: (change: Change) => number | null;
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
  let isNews = false;
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
    const isMoved = next.state.state !== change.state.state;
    const isOver = change.state.state === 'delivered' || change.state.state === 'refused';
    if (isOver && isMoved) ended.push(change);
    else if (isMoved || changeNeedsPerson(change)) isNews = true;
  }
  const open = openChanges(ports);
  const stuck = open.flatMap(({ id, intent }) => {
    const fault = tried.get(id);
    return fault === undefined ? [] : [{ lane: laneOf(intent), fault }];
  });
  const fault = isOutage(failures) ? (failures.at(-1) ?? null) : null;
  const isTooEarly = open.some((change) => !isDue(change, ports));
  return { ended, isNews, stuck, fault, isLeft: open.length > 0, isTooEarly };
}

/** One step for one change: a check, an attempt, or both. Null when another caller took the change. */
async function push(
  { id, intent, state, agreed }: Change,
  { attempt, lookAgain, sendAgain }: DrainPorts,
): Promise<{ readonly change: Change; readonly fault: ServiceFault | null } | null> {
  if (state.state !== 'waiting') {
    const looked = await lookAgain(id);
    const { state: now } = looked.change.state;
    if (looked.fault !== null) return looked;
    if (now === 'unknown' && isFree(intent)) sendAgain(id);
    // A paid change goes again only if it was denied for the moment, was not charged, and goes by itself.
    else if (now !== 'waiting' || agreed === undefined) return looked;
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
  return openChanges(ports)
    .filter((change) => !ports.isResting(laneOf(change.intent)) && isDue(change, ports))
    .toSorted((one, other) => lastTriedMs(one) - lastTriedMs(other));
}

function isDue(change: Change, { clock, denialWaitMs }: DrainPorts): boolean {
  const { state } = change;
  if (state.state !== 'unknown') return true;
  if (isDenialOpen(state)) return denialWaitMs(change) === 0;
  const sinceMs = clock.nowMs() - state.lostAtMs;
  return sinceMs < 0 || sinceMs >= PATIENCE_MS; // negative: the clock went back
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
    const isLookedFor = state.state === 'unknown' && (isFree(intent) || isDenialOpen(state));
    return isLookedFor || isAwaited(change, changes);
  });
}

/** A new project with a still unknown id that another change waits for. */
function isAwaited(change: Change, { waitingInLane }: DrainPorts['changes']): boolean {
  return isNameless(change) && waitingInLane(localProjectId(change.id)).length > 0;
}

/** So many failures in a row, each about something else, are no accident: every further request would fail too. */
const FAILURES_OF_AN_OUTAGE = 3;

/**
 * Tells a service that is away from a project that fails alone. `failures`: since the service answered last, each about
 * another destination. Nothing more is asked then.
 */
export function isOutage(failures: readonly ServiceFault[]): boolean {
  const last = failures.at(-1);
  if (last === undefined) return false;
  return !mayBeOfOneThing(last) || failures.length >= FAILURES_OF_AN_OUTAGE;
}
