/** One complete pass over some files, however it is carried out. */
import type {
  CheckUploads,
  UploadAgreement,
  UploadOffer,
} from '../../../src-shared/model/money/upload-offer.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { Account } from '../../app/account.ts';
import type { RunScope } from '../../app/bind-run.ts';
import type { Engine } from '../../app/engine.ts';
import {
  changeNeedsPerson,
  isFree,
  type Change,
} from '../../../src-shared/model/changes/change.ts';
import type { SentChanges } from '../../../src-shared/bridge/sync-calls.ts';
import { OFFLINE } from '../../pipeline/common/service-gate.ts';
import type { GatheredProgress } from './pass-progress.ts';

/**
 * A run of its own: nothing else goes on in this process. `onWaitingChecks`: what is uploaded at most to ask about files that
 * wait for that before their price.
 */
export function ownPass(
  { account, engine }: { readonly account: Account; readonly engine: Engine },
  scope: RunScope,
  onWaitingChecks: (uploads: CheckUploads) => void,
) {
  const run = account.sync(scope, (event) => engine.announce(event));
  return {
    prepare: async (signal: AbortSignal): Promise<Result<UploadOffer, CoreFault>> =>
      ok(await run.prepare(signal, onWaitingChecks)),
    /** Sends what was shown and is agreed to, and follows everything under way to its end. */
    async complete(
      agreement: UploadAgreement | null,
      signal: AbortSignal,
    ): Promise<Result<null, CoreFault>> {
      await run.complete(agreement, signal);
      return ok(null);
    },
    /** Records of this account that were not known here. */
    takenIn: () => run.takenInRecords(),
    /** What was uploaded to ask about it. */
    checked: () => run.checkedUploads(),
    /** For the files of this pass, from its beginning on, whoever agreed to it; estimated where the charge is not known. */
    spentCredits: () => run.spentCredits(),
    /** Files that it was agreed to send. */
    agreedIds: () => run.agreedIds(),
    /** What stays approved, because the service could not be asked. */
    kept: () => run.kept(),
    /** Files of the offer that somebody else approved meanwhile. */
    approvedElsewhere: (): number => 0,
    /** Files that await an approval and were not in the offer as they are. */
    cameMeanwhile: () => run.cameMeanwhile(),
    /** What the service was asked for before the files ended like this. */
    heard: (fault: ServiceFault) => run.heard(fault),
    /** Why the service is given up; null: it answers. */
    serviceFault: () => run.serviceFault(),
    balanceFault: () => run.balanceFault(),
    unread: () => run.unreadDirectories(),
    close: () => run.close(),
  };
}
export type Pass = ReturnType<typeof ownPass>;

interface Sending {
  readonly outboxRunner: Pick<Account['outboxRunner'], 'once'>;
  readonly paidChanges: Pick<Account['paidChanges'], 'list' | 'check'>;
}

/**
 * The changes that a pass sends before the files, and once more after them. Sends what may be sent now.
 */
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
