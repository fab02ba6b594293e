/** The health of a status, judged the same way by the page and by what stands beside it. Pure. */
import { judgeHealth, type HealthItem } from '../model/status/health.ts';
import type { StatusView } from './status-calls.ts';

/** The heaviest first. `isHostLost`: of a face that may lose its host. */
export function healthOfStatus(
  { engine, session, account, waits, update }: StatusView,
  nowMs: number,
  isHostLost = false,
): readonly HealthItem[] {
  return judgeHealth(
    {
      isHostLost,
      stopped: engine.state === 'stopped' ? engine : null,
      watchTrouble: engine.state === 'running' ? engine.watchTrouble : null,
      session,
      account,
      waits,
      update: update ?? null,
    },
    nowMs,
  );
}
