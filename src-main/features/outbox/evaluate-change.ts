/**
 * What a check of the service means for a change: what to do with a waiting one, and how an unknown outcome is stored.
 * Pure.
 */
import {
  ABSENCE_WAIT_MS,
  isNameless,
  type Change,
  type Finding,
  type RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import { isOpenOutcome } from '../../../src-shared/model/changes/next-change.ts';
import { isRefusal, type ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import { DENIAL_WAIT_MS } from '../../pipeline/confirm/poll-schedule.ts';
import { end, type Asked, type SendingPlan, type Verdict } from './outbox-kind.ts';
import { outboxKindOf, type ChangeSnapshot, type SentBody } from './outbox-kinds.ts';

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
