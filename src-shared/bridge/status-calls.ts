/** The current state, from what is known without a request. */
import type { Wait } from '../model/files/queue-view.ts';
import type { AccountStatus, EngineView } from '../model/status/account-status.ts';
import type { ServiceContact } from '../model/status/service-fault.ts';
import type { Job } from '../model/status/job.ts';
import { type HealthItem, evaluateHealth } from '../model/status/health.ts';
import type { CarriedOver } from '../model/status/carried-over.ts';
import { changes, nothing, reads } from './call.ts';
import type { DemoView } from './demo-calls.ts';
import type { SessionView } from './session-calls.ts';

export interface StatusView extends SessionView {
  readonly engine: EngineView;
  /** Null while there is no account on this computer. */
  readonly account: AccountStatus | null;
  /** Null while none goes on. */
  readonly job: Job | null;
  /** What files wait for, without the files. */
  readonly waits: readonly Wait[];
  /** When the service last answered anything; null: not since this engine began. */
  readonly heardAtMs: number | null;
  /** This computer's clock minus the service's, when it answered last; null: not known. */
  readonly clockAheadMs: number | null;
  readonly contact: ServiceContact;
  /** The version that can be installed now; absent while there is none. */
  readonly update?: string;
  /** Absent outside the demo. */
  readonly demo?: DemoView;
}

export const statusCalls = {
  'status.read': reads<StatusView>()(() => nothing),
  /** The network of this computer may have changed: looks whether the service can be reached, and sends no request. */
  'status.checkContact': reads<null>()(() => nothing),
  /** What became of settings of an earlier version and was not said yet. */
  'status.carriedOver': reads<readonly CarriedOver[]>()(() => nothing),
  /** A person has read what was carried over. */
  'status.markRead': changes<null>()(() => nothing),
} as const;

/** The health of a status, the heaviest first, the same for the page and for the tray. `isHostLost`: of a face that may lose its host. */
export function healthOfStatus(
  { engine, session, account, waits, contact, clockAheadMs, update }: StatusView,
  nowMs: number,
  isHostLost = false,
): readonly HealthItem[] {
  return evaluateHealth(
    {
      isHostLost,
      stopped: engine.state === 'stopped' ? engine : null,
      watchTrouble: engine.state === 'running' ? engine.watchTrouble : null,
      session,
      account,
      waits,
      contact,
      clockAheadMs,
      update: update ?? null,
    },
    nowMs,
  );
}
