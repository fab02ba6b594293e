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

export interface Pass {
  readonly beganAtMs: number;
  prepare(signal: AbortSignal): Promise<Result<UploadOffer, CoreFault>>;
  /** Sends what was shown and is agreed to, and follows everything under way to its end. */
  complete(
    agreement: UploadAgreement | null,
    signal: AbortSignal,
  ): Promise<Result<null, CoreFault>>;
  /** Records of this account that were not known here. */
  takenIn(): number;
  /** What the duplicate check uploaded. */
  checked(): CheckUploads;
  /** Estimated. */
  spentCredits(): number;
  /** Files of the offer that somebody else approved meanwhile. */
  approvedElsewhere(): number;
  /** Files that await an approval and were not in the offer as they are. */
  cameMeanwhile(): number;
  /** Why the service is given up; null: it answers. */
  serviceFault(): ServiceFault | null;
  balanceFault(): ServiceFault | null;
  unread(): readonly { readonly folderId: number; readonly path: string; readonly errno: string }[];
  close(): Promise<void>;
}

/**
 * A run of its own: nothing else goes on in this process. `onWaitingChecks`: what the duplicate check uploads at most of the
 * files that wait for it already.
 */
export function ownPass(
  { account, engine }: { readonly account: Account; readonly engine: Engine },
  scope: RunScope,
  onWaitingChecks: (uploads: CheckUploads) => void,
): Pass {
  const run = account.sync(scope, (event) => engine.announce(event));
  return {
    beganAtMs: run.beganAtMs,
    prepare: async (signal) => ok(await run.prepare(signal, onWaitingChecks)),
    async complete(agreement, signal) {
      await run.complete(agreement, signal);
      return ok(null);
    },
    takenIn: () => run.takenInRecords(),
    checked: () => run.checkedUploads(),
    spentCredits: () => run.spentCredits(),
    approvedElsewhere: () => 0,
    cameMeanwhile: () => run.cameMeanwhile(),
    serviceFault: () => run.serviceFault(),
    balanceFault: () => run.balanceFault(),
    unread: () => run.unreadDirectories(),
    close: () => run.close(),
  };
}
