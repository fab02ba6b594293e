/** Compares a file with a certificate alone, without a data folder: another program is using the account. */
import type { VerifyAgainst } from '../../src-shared/bridge/verify-calls.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Verification } from '../../src-shared/model/proofs/verdict.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { makeFileVerification } from '../features/verify/verification.ts';
import type { OnRead } from '../features/verify/verifier.ts';
import { makeWorkers } from '../features/workers.ts';
import { realClock, realIds } from '../platform/real-ports.ts';

/** Against anything but a certificate it answers that there is no account. Rejects with the signal's reason. */
export async function verifyAlone(
  path: string,
  against: VerifyAgainst,
  onRead: OnRead,
  signal: AbortSignal,
): Promise<Result<Verification, CoreFault>> {
  const workers = makeWorkers();
  const verification = makeFileVerification({
    workers,
    clock: realClock,
    ids: realIds,
    account: () => fail({ kind: 'no-account' }),
  });
  try {
    const verified = await verification.verify({ path }, against, onRead, signal);
    if (!verified.ok) return verified;
    const { confirmation } = verified.value;
    const isOpen = confirmation.kind === 'unconfirmed';
    return isOpen
      ? ok({ ...verified.value, confirmation: { ...confirmation, why: 'account-busy' } })
      : verified;
  } finally {
    await workers.close();
  }
}
