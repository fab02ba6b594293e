/** The changes that a pass sends before the files, and once more after them. */
import {
  changeNeedsPerson,
  isFree,
  type Change,
} from '../../../src-shared/model/changes/change.ts';
import type { SentChanges } from '../../../src-shared/bridge/sync-calls.ts';
import type { Account } from '../../app/account.ts';
import { OFFLINE } from '../../pipeline/common/service-gate.ts';
import type { GatheredProgress } from './pass-progress.ts';

interface Sending {
  readonly outboxRunner: Pick<Account['outboxRunner'], 'once'>;
  readonly paidChanges: Pick<Account['paidChanges'], 'list' | 'check'>;
}

/** Sends what may be sent now. */
export async function sendChanges(
  { outboxRunner, paidChanges }: Sending,
  signal: AbortSignal,
): Promise<SentChanges> {
  const drained = await outboxRunner.once(signal);
  if (drained === null) return { ended: [], fault: OFFLINE };
  const found = drained.fault === null ? await foundChanges(paidChanges, signal) : [];
  const fault = drained.fault ?? drained.stuck.find((lane) => lane.fault !== null)?.fault ?? null;
  return { ended: [...drained.ended, ...found], fault };
}

/** Paid changes whose result was unknown and is known by now: done, or denied and not charged. This only reads. */
async function foundChanges(
  paidChanges: Sending['paidChanges'],
  signal: AbortSignal,
): Promise<readonly Change[]> {
  const found: Change[] = [];
  for (const change of paidChanges.list()) {
    if (change.state.state !== 'unknown' || isFree(change.intent)) continue;
    const looked = await paidChanges.check(change, signal);
    if (looked.ok && ['delivered', 'refused'].includes(looked.value.state.state)) {
      found.push(looked.value);
    }
  }
  return found;
}

/** Waits until changes that were denied in this pass can be checked, so that their results can be reported. */
export async function awaitDenials(
  { paidChanges }: Account,
  { denialWaits }: Pick<GatheredProgress, 'denialWaits'>,
  signal: AbortSignal,
): Promise<void> {
  for (const change of paidChanges.list()) {
    const waitMs = paidChanges.denialWaitMs(change);
    if (waitMs === null) continue;
    if (waitMs > 0) denialWaits(change, waitMs);
    await paidChanges.awaitDenial(change.id, signal);
  }
}

/** Changes without an end that counts, after a pass. */
export function openChanges({ paidChanges }: Account): readonly Change[] {
  return paidChanges
    .list()
    .filter(
      (change) =>
        ['waiting', 'sending', 'unknown'].includes(change.state.state) || changeNeedsPerson(change),
    );
}
