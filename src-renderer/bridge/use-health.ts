/** How Labseal is doing, judged from the page's projection by the model that every face shares. */
import { useMemo } from 'react';
import { judgeHealth, type HealthItem } from '../../src-shared/model/health.ts';
import { useCore } from './bridge-context.ts';
import type { CoreView } from './core-store.ts';

export function healthOf({ link, status }: CoreView, nowMs: number): readonly HealthItem[] {
  if (status === null) return [];
  const { engine, session, account, waits } = status;
  return judgeHealth(
    {
      isHostLost: link === 'lost',
      stopped: engine.state === 'stopped' ? engine : null,
      watchTrouble: engine.state === 'running' ? engine.watchTrouble : null,
      session,
      account,
      waits,
    },
    nowMs,
  );
}

export function useHealth(nowMs: number): readonly HealthItem[] {
  const view = useCore((core) => core);
  return useMemo(() => healthOf(view, nowMs), [view, nowMs]);
}
