/**
 * Looks at the service for what became of a change whose answer was lost or denied it, and records that. A denial ends
 * it once the thing is not there and the balance shows no charge.
 */
import {
  isDenialOpen,
  type Change,
  type ChangeIntent,
  type RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import { bothCharges } from '../../../src-shared/model/money/charge-evidence.ts';
import { CLOCK_SLACK_MS } from '../../../src-shared/model/money/match-charges.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeNotedTimes } from '../../platform/noted-time.ts';
import { readChangeEvidence, type BalancePorts } from '../../pipeline/confirm/balance-evidence.ts';
import type { ChargeHistory } from '../../pipeline/common/ports.ts';
import { DENIAL_WAIT_MS } from '../../pipeline/confirm/poll-schedule.ts';
import type { ChangeDesk } from './change-transitions.ts';
import { evaluateChange, findingOf, isWorthALook, mayConfirmDenial } from './evaluate-change.ts';
import type { Answer } from './outbox-kind.ts';
import { outboxKindOf, type ChangeSnapshot } from './outbox-kinds.ts';
import { refusalOf } from './evaluate-change.ts';

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
