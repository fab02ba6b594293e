/**
 * What the balance says about charges for uploads and paid changes whose results are unknown: since the last reading
 * before them it must have fallen by exactly what else was charged. Moments are places in the journals, because a clock
 * may be set.
 */
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import { evaluateBalance } from '../../../src-shared/model/money/charge-evidence.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { BalanceBaseline } from '../../db/money/balance-repository.ts';
import type { State } from '../../db/state.ts';
import type { RemoteRecords } from '../common/ports.ts';

export interface BalancePorts {
  readonly state: Pick<State, 'balances' | 'charges' | 'changeCharges'>;
  readonly remote: Pick<RemoteRecords, 'balance'>;
}

/** What one reading of the balance says about an upload. */
export type BalanceEvidence = (jobId: string) => ChargeEvidence;

/** For any upload that is in doubt. Rejects with the signal's reason on abort. */
export async function readBalanceEvidence(
  ports: BalancePorts,
  signal: AbortSignal,
): Promise<Result<BalanceEvidence, ServiceFault>> {
  const { balances, charges } = ports.state;
  const before = balances.get('quiet');
  const read = await compareBalance(before, null, ports, signal);
  if (!read.ok) return read;
  const place = before?.uploadAttempts ?? 0;
  return ok((jobId) => (charges.beganAfter(jobId, place) ? read.value : 'not-told'));
}

/** For the latest attempt of a paid change, whose own charge is not explained by it. Rejects likewise. */
export async function readChangeEvidence(
  changeId: number,
  ports: BalancePorts,
  signal: AbortSignal,
): Promise<Result<ChargeEvidence, ServiceFault>> {
  return compareBalance(ports.state.changeCharges.baseline(changeId), changeId, ports, signal);
}

/** Reads the balance once, unless there is nothing to compare it with. */
async function compareBalance(
  before: BalanceBaseline | null,
  changeId: number | null,
  { state, remote }: BalancePorts,
  signal: AbortSignal,
): Promise<Result<ChargeEvidence, ServiceFault>> {
  if (before === null) return ok('not-told');
  const { credits, uploadAttempts, changeAttempts } = before;
  const charged = () => {
    const uploads = state.charges.chargedAfter(uploadAttempts);
    const changes = state.changeCharges.chargedAfter(changeAttempts, changeId);
    // Uploads in doubt are what the balance is asked about, or, beside a change, may have been charged like it.
    const doubtful = changes.unknownCredits + (changeId === null ? 0 : uploads.unknownCredits);
    return {
      certain: uploads.credits + changes.credits,
      most: uploads.credits + uploads.inProgressCredits + changes.credits + doubtful,
      isExact: uploads.isExact,
    };
  };
  const explained = charged();
  const read = await remote.balance(signal);
  if (!read.ok) return read;
  return ok(
    evaluateBalance({
      fellBy: credits - read.value,
      explainedBefore: explained.certain,
      mostExplained: charged().most,
      isExact: explained.isExact,
    }),
  );
}
