/**
 * What becomes of a change when a read that comes before it fails. Pure. A read that the service refused proves nothing:
 * no change is called done or absent because of it.
 */
import type {
  Change,
  ChangeIntent,
  Read,
  RefusalCause,
} from '../../../src-shared/model/changes/change.ts';
import type { ChangeEvent } from '../../../src-shared/model/changes/next-change.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { end, type SendingPlan } from './outbox-kind.ts';
import { outboxKindOf, type SentBody } from './outbox-kinds.ts';
import { refusalOf } from './evaluate-change.ts';

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
