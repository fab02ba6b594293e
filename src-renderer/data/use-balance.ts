/** The credits, and when they were read; null until then. */
import { useMemo } from 'react';
import type { PageEvent } from '../bridge/bridge.ts';
import { useRead } from './use-read.ts';

export interface Balance {
  readonly credits: number;
  readonly readAtMs: number;
}

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['credits-changed'];

export function useBalance(): Balance | null {
  const { value, readAtMs } = useRead('credits.balance', NOTHING, STALE_ON);
  return useMemo(
    () => (value === null || readAtMs === null ? null : { credits: value.credits, readAtMs }),
    [value, readAtMs],
  );
}
