/**
 * What a check of the service means for a change: what to do with a waiting one, and how an unknown outcome is stored.
 * Pure.
 */
import {
  ABSENCE_WAIT_MS,
  isNameless,
  type Change,
  type Finding,
} from '../../../src-shared/model/changes/change.ts';
import { isOpenOutcome } from '../../../src-shared/model/changes/next-change.ts';
import { end, type Asked, type SendingPlan, type Verdict } from './kinds/outbox-kind.ts';
import { outboxKindOf, type ChangeSnapshot, type SentBody } from './kinds/outbox-kinds.ts';

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

/** How a verdict without success is stored. `lookBeganMs`, `lostAtMs`: absence counts only after a wait. */
export function findingOf(
  verdict: Exclude<Verdict, { kind: 'done' }>,
  times: { readonly lookBeganMs: number; readonly lostAtMs: number },
): Finding {
  if (verdict.kind !== 'not-there') return verdict.kind;
  return times.lookBeganMs - times.lostAtMs >= ABSENCE_WAIT_MS ? 'absent' : 'too-early';
}

/** Whether reading may still show what became of it, or the id of the project that it created. */
export function isWorthALook(change: Change): boolean {
  return isOpenOutcome(change.state) || isNameless(change);
}
