/** How Labseal is doing, judged from the page's projection by the model that every face shares. */
import { useMemo } from 'react';
import { healthOfStatus } from '../../src-shared/bridge/status-calls.ts';
import type { HealthItem } from '../../src-shared/model/status/health.ts';
import { useCore } from './bridge-context.ts';
import type { CoreView } from './core-store.ts';

export function healthOf({ link, status }: CoreView, nowMs: number): readonly HealthItem[] {
  return status === null ? [] : healthOfStatus(status, nowMs, link === 'lost');
}

export function useHealth(nowMs: number): readonly HealthItem[] {
  const view = useCore((core) => core);
  return useMemo(() => healthOf(view, nowMs), [view, nowMs]);
}
