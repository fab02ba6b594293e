/** How screens reach the bridge and the core's small state. */
import { createContext, useCallback, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { CallInput, CallName, CallOutput } from '../../src-shared/bridge/calls.ts';
import type { Result } from '../../src-shared/model/result.ts';
import type { Bridge, PageFault } from '../bridge/bridge.ts';
import { healthOfStatus } from '../../src-shared/bridge/status-calls.ts';
import type { HealthItem } from '../../src-shared/model/status/health.ts';
import type { CoreView } from './core-store.ts';

export interface CoreConnection {
  readonly bridge: Bridge;
  readonly store: StoreApi<CoreView>;
}

export const BridgeContext = createContext<CoreConnection | null>(null);

export function useBridge(): CoreConnection {
  const connection = useContext(BridgeContext);
  if (connection === null) throw new Error('a screen was shown outside the bridge');
  return connection;
}

/** Part of the small state; the screen is drawn again when that part changes. */
export function useCore<Part>(select: (view: CoreView) => Part): Part {
  return useStore(useBridge().store, select);
}

/** A call that is not given up when the screen goes: what a person decided is done. */
export function useCall<Name extends CallName>(
  name: Name,
): (input: CallInput<Name>) => Promise<Result<CallOutput<Name>, PageFault>> {
  const { bridge } = useBridge();
  const signal = useMemo(() => new AbortController().signal, []);
  return useCallback((input) => bridge.call(name, input, signal), [bridge, name, signal]);
}

/** Labseal's health, evaluated from the page's projection by the model that every face shares. */
export function healthOf({ link, status }: CoreView, nowMs: number): readonly HealthItem[] {
  return status === null ? [] : healthOfStatus(status, nowMs, link === 'lost');
}

export function useHealth(nowMs: number): readonly HealthItem[] {
  const view = useCore((core) => core);
  return useMemo(() => healthOf(view, nowMs), [view, nowMs]);
}
