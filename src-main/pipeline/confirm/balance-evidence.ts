/**
 * What the balance says about charges for uploads whose results are unknown: since the last reading before them it must
 * have fallen by exactly what else was charged. Moments are places in the journals, because a clock may be set.
 */
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import { evaluateBalance } from '../../../src-shared/model/money/charge-evidence.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { State } from '../../db/state.ts';
import type { RemoteRecords } from '../common/ports.ts';

/** What one reading of the balance says about an upload. */
export type BalanceEvidence = (jobId: string) => ChargeEvidence;

const NOT_TOLD: BalanceEvidence = () => 'not-told';

/** Reads the balance once, unless there is nothing to compare it with. Rejects with the signal's reason on abort. */
export async function readBalanceEvidence(
  { state, remote }: { readonly state: State; readonly remote: Pick<RemoteRecords, 'balance'> },
  signal: AbortSignal,
): Promise<Result<BalanceEvidence, ServiceFault>> {
  const { balances, charges } = state;
  const before = balances.get('quiet');
  if (before === null || before.uploadAttempts === null) return ok(NOT_TOLD);
  const { uploadAttempts } = before;
  const charged = charges.chargedAfter(uploadAttempts);
  const read = await remote.balance(signal);
  if (!read.ok) return read;
  const after = charges.chargedAfter(uploadAttempts);
  const evidence = evaluateBalance({
    fellBy: before.credits - read.value,
    explainedBefore: charged.credits,
    mostExplained: after.credits + after.inProgressCredits,
    isExact: charged.isExact,
    isChangeInvolved: state.changeCharges.attempts() !== before.changeAttempts,
  });
  return ok((jobId) => (charges.beganAfter(jobId, uploadAttempts) ? evidence : 'not-told'));
}
