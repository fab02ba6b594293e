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
