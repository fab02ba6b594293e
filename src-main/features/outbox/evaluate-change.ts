/**
 * What a check of the service means for a change: what to do with a waiting one, and how an unknown outcome is stored.
 * Pure, except `makeLookAgain`, which makes that check.
 */
import {
  ABSENCE_WAIT_MS,
  type Change,
  type ChangeIntent,
  type Finding,
  isDenialOpen,
  isNameless,
  type Read,
  type RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import { type ChangeEvent, isOpenOutcome } from '../../../src-shared/model/changes/next-change.ts';
import { isRefusal, type ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import { DENIAL_WAIT_MS } from '../../pipeline/confirm/poll-schedule.ts';
import { type Answer, type Asked, end, type SendingPlan, type Verdict } from './outbox-kind.ts';
import { type ChangeSnapshot, outboxKindOf, type SentBody } from './outbox-kinds.ts';
import { bothCharges, CLOCK_SLACK_MS } from '../../../src-shared/model/money/match-charges.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeNotedTimes } from '../../platform/waiting.ts';
import { type BalancePorts, readChangeEvidence } from '../../pipeline/confirm/balance-evidence.ts';
import type { ChargeHistory } from '../../pipeline/common/ports.ts';
import type { ChangeDesk } from './change-transitions.ts';

type Evaluated = Pick<Change, 'intent' | 'baseline'>;

/**
 * `userId`: the caller's own. `done` for a change that was never sent: someone else did it, or a file is being deleted
 * already.
 */
export function evaluateChange(
  change: Evaluated,
  snapshot: ChangeSnapshot,
  userId: string,
): Verdict {
  return outboxKindOf(change.intent).evaluate(change, snapshot, userId);
}

/**
 * Whether to send it, on top of the service's current values, or to end it unsent. It never sends a change whose effect
 * already exists.
 */
export function planSending(
  change: Evaluated,
  snapshot: ChangeSnapshot,
  asked: Asked,
): SendingPlan<SentBody> {
  const verdict = evaluateChange(change, snapshot, asked.userId);
  const { atMs } = asked;
  if (verdict.kind === 'done') {
    return end({ type: 'already-there', projectId: verdict.projectId, atMs });
  }
  // It was sent before, and now several results could be its own. The person who agreed cannot have seen that.
  if (verdict.kind === 'several') return end({ type: 'doubted', atMs });
  return outboxKindOf(change.intent).plan(change, snapshot, asked);
}

type Unseen = Exclude<Verdict, { kind: 'done' }>;

/** Absence counts only after a wait. */
export interface LookTimes {
  readonly lookBeganMs: number;
  readonly lostAtMs: number;
}

/**
 * Whether a denial is true if the balance agrees: what was wanted is not there. The longer wait makes up for lists that
 * tell nothing.
 */
export function mayConfirmDenial({ kind }: Unseen, { lookBeganMs, lostAtMs }: LookTimes): boolean {
  if (kind === 'several') return false;
  return lookBeganMs - lostAtMs >= (kind === 'not-there' ? DENIAL_WAIT_MS : ABSENCE_WAIT_MS);
}

/** How a verdict without success is stored. `charge`: what the balance says of a denied change; null: none was denied. */
export function findingOf(
  { kind }: Unseen,
  { lookBeganMs, lostAtMs }: LookTimes,
  charge: ChargeEvidence | null,
): Finding {
  if (kind === 'several') return kind;
  const isTooEarly = lookBeganMs - lostAtMs < ABSENCE_WAIT_MS;
  if (isTooEarly && (kind === 'not-there' || charge !== null)) return 'too-early';
  if (charge === 'unexplained') return 'charged';
  return kind === 'not-there' ? 'absent' : kind;
}

/** Whether reading may still show what became of it, or the id of the project that it created. */
export function isWorthALook(change: Change): boolean {
  return isOpenOutcome(change.state) || isNameless(change);
}

/** A clear refusal; null when the fault says nothing about the request itself. */
export function refusalOf(fault: ServiceFault): RefusalCause | null {
  return isRefusal(fault) ? { kind: 'service', fault } : null;
}

// What becomes of a change when a read that comes before it fails. Pure. A read that the service refused
// proves nothing: no change is called done or absent because of it.

export type Refused = Extract<ChangeEvent, { type: 'refused' }>;

/** A change whose check failed: it waits for another try, or, if the check was refused, is sent without it or ended. */
export function planUnread(
  change: Change,
  fault: ServiceFault,
  atMs: number,
): SendingPlan<SentBody> {
  if (refusalOf(fault) === null) return end({ type: 'not-sent', fault, atMs });
  const cause = unreadCause(change.intent, fault);
  return sendingUnread(change) ?? end({ type: 'refused', cause, atMs });
}

/** Whether the change is sent only after its check was answered. */
export function needsCheck(change: Change): boolean {
  return sendingUnread(change) === null;
}

function sendingUnread({ intent, state }: Change): SendingPlan<SentBody> | null {
  const isRepeat = 'earlierLostAtMs' in state && state.earlierLostAtMs !== null;
  return outboxKindOf(intent).sendUnread?.(intent, isRepeat) ?? null;
}

/** Another read before sending has failed. */
export function eventOfUnread(what: Read, fault: ServiceFault, atMs: number): ChangeEvent {
  if (refusalOf(fault) === null) return { type: 'not-sent', fault, atMs };
  return { type: 'refused', cause: { kind: 'unread', what, fault }, atMs };
}

/** Why a change is not sent without its check. */
export function unreadCause(intent: ChangeIntent, fault: ServiceFault): RefusalCause {
  const what = outboxKindOf(intent).reads;
  return what === 'project' && isHidden(fault)
    ? { kind: 'project-away', fault }
    : { kind: 'unread', what, fault };
}

/** A change that was sent without its check and refused. Where its project is hidden, both have the same reason. */
export function refusedUnread({ intent }: Change, refused: Refused): Refused {
  const { cause } = refused;
  const isAway =
    outboxKindOf(intent).reads === 'project' && cause.kind === 'service' && isHidden(cause.fault);
  return isAway ? { ...refused, cause: { kind: 'project-away', fault: cause.fault } } : refused;
}

function isHidden({ kind }: ServiceFault): boolean {
  return kind === 'forbidden' || kind === 'not-found';
}

export interface LookPorts extends BalancePorts {
  readonly clock: Clock;
  readonly transitions: Pick<ChangeDesk, 'get' | 'move'>;
  readonly charges: Pick<ChargeHistory, 'refresh' | 'changeEvidence' | 'wereAdded'>;
  /** The signed-in user's own id; null when nobody is. */
  readonly userId: () => string | null;
  readonly check: (intent: ChangeIntent, signal: AbortSignal) => Answer<ChangeSnapshot>;
}

/** `fault`: why the service could not be looked at; the change is as it was then. */
export interface Looked {
  readonly change: Change;
  readonly fault: ServiceFault | null;
}

/**
 * Looks at the service for what became of a change whose answer was lost or denied it, and records that. A denial ends
 * it once the thing is not there and the balance shows no charge.
 */
export const SIGNED_OUT: ServiceFault = { kind: 'not-signed-in', serviceSays: null };

type Seen = Result<ChangeSnapshot, ServiceFault>;

export function makeLookAgain(ports: LookPorts) {
  const { clock, transitions, charges, userId, check } = ports;
  const { get, move } = transitions;
  const times = makeNotedTimes(clock);

  /** Evaluates the outcome once. A fault of the check changes nothing. */
  async function lookAgain(id: number, signal: AbortSignal): Promise<Looked> {
    const change = get(id);
    const own = userId();
    if (!isWorthALook(change)) return { change, fault: null };
    if (own === null) return { change, fault: SIGNED_OUT };
    const beganMonotonicMs = clock.monotonicMs();
    const seen = await check(change.intent, signal);
    if (!seen.ok && refusalOf(seen.fault) === null) return { change, fault: seen.fault };
    const verdict = seen.ok ? evaluateChange(change, seen.value, own) : CANNOT_TELL;
    if (verdict.kind === 'done') {
      const { projectId } = verdict;
      const found = { type: 'found', projectId, atMs: clock.nowMs() } as const;
      return { change: move(id, found), fault: null };
    }
    const { state } = change;
    // The project has no id yet, or was refused after an earlier attempt: not finding it changes nothing.
    if (state.state !== 'unknown' && state.state !== 'left') return { change, fault: null };
    const { lostAtMs, denial } = state;
    const looked = {
      lookBeganMs: times.at(noteOf(id, lostAtMs), lostAtMs, beganMonotonicMs),
      lostAtMs,
    };
    const isAsked = denial !== undefined && mayConfirmDenial(verdict, looked);
    const charge = isAsked ? await chargeOf(id, signal) : ok('not-told' as const);
    if (!charge.ok) return { change, fault: charge.fault };
    const atMs = clock.nowMs();
    if (denial !== undefined && charge.value === 'none') {
      const cause = causeOf(change, denial.fault, seen);
      return { change: move(id, { type: 'not-done', cause, atMs }), fault: null };
    }
    const finding = findingOf(verdict, looked, denial === undefined ? null : charge.value);
    return { change: move(id, { type: 'looked', finding, atMs }), fault: null };
  }

  /** What the history and the balance say; nothing where the service does not show them. */
  async function chargeOf(
    id: number,
    signal: AbortSignal,
  ): Promise<Result<ChargeEvidence, ServiceFault>> {
    const attempt = ports.state.changeCharges.latest(id);
    const fault = attempt === null ? null : await charges.refresh(attempt.beganAtMs, signal);
    if (fault !== null && refusalOf(fault) === null) return fail(fault);
    const isRead = attempt !== null && fault === null;
    const history = (slackMs: number) =>
      isRead ? charges.changeEvidence(id, slackMs) : ('not-told' as const);
    const wereAdded = () => isRead && charges.wereAdded(attempt.beganAtMs - CLOCK_SLACK_MS);
    const read = await readChangeEvidence(id, ports, signal);
    if (!read.ok && refusalOf(read.fault) === null) return read;
    return ok(bothCharges(history, wereAdded, read.ok ? read.value : 'not-told'));
  }

  /** How long until a denial can be confirmed, by the steady clock; null: there is none to confirm. */
  function denialWaitMs({ id, state }: Change): number | null {
    if (state.state !== 'unknown' || !isDenialOpen(state)) return null;
    const fromMs = state.lostAtMs + DENIAL_WAIT_MS;
    return Math.max(0, fromMs - times.nowMs(noteOf(id, state.lostAtMs), state.lostAtMs));
  }

  return { lookAgain, denialWaitMs };
}

/** Each loss has a time of its own: the clock may have been set since an earlier one of the same change. */
const noteOf = (id: number, lostAtMs: number): string => `${id} ${lostAtMs}`;

const CANNOT_TELL = { kind: 'cannot-tell' } as const;

/** Why it was refused; null: it would be taken at another moment, by another session, or on another way. */
function causeOf({ intent }: Change, fault: ServiceFault, seen: Seen): RefusalCause | null {
  const cause = refusalOf(fault);
  if (cause === null || !seen.ok) return cause;
  return outboxKindOf(intent).explain?.(cause, seen.value) ?? cause;
}
