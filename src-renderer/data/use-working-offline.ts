/** Whether a person works offline because they want to; null until it is known. */
import type { PageEvent } from '../bridge/bridge.ts';
import { useRead } from './use-read.ts';

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['outbox-changed', 'session'];

export function useWorkingOffline(): boolean | null {
  return useRead('outbox.list', NOTHING, STALE_ON).value?.isOffline ?? null;
}
