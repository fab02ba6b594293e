/** What a look at the service means for a change: what to do with one that waits, and how an open outcome is kept. Pure. */
import {
  ABSENCE_WAIT_MS,
  type Change,
  type Finding,
} from '../../../src-shared/model/changes/change.ts';
import { end, type Asked, type SendingPlan, type Verdict } from './kinds/outbox-kind.ts';
import { outboxKindOf, type ChangeSnapshot, type SentBody } from './kinds/outbox-kinds.ts';

type Evaluated = Pick<Change, 'intent' | 'baseline'>;

/** `userId`: the caller's own. `done` of what was never sent: somebody else did it, or a file is being deleted already. */
export function evaluateChange(
  change: Evaluated,
  snapshot: ChangeSnapshot,
  userId: string,
): Verdict {
  return outboxKindOf(change.intent).evaluate(change, snapshot, userId);
}

/**
 * Send it, with what the service held until now, or end it unsent. It never lets a change go whose work is there
 * already.
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
  // It was sent before, and by now several things could be its work: the person who agreed cannot have seen that.
  if (verdict.kind === 'several') return end({ type: 'doubted', atMs });
  return outboxKindOf(change.intent).plan(change, snapshot, asked);
}

/** How a verdict without success is kept. `lookBeganMs`, `lostAtMs`: absence counts only after a wait. */
export function findingOf(
  verdict: Exclude<Verdict, { kind: 'done' }>,
  times: { readonly lookBeganMs: number; readonly lostAtMs: number },
): Finding {
  if (verdict.kind !== 'not-there') return verdict.kind;
  return times.lookBeganMs - times.lostAtMs >= ABSENCE_WAIT_MS ? 'absent' : 'too-early';
}
