/** Whether the service lets this person administer users; false until it has said so. */
import type { PageEvent } from '../bridge/bridge.ts';
import { useRead } from './use-read.ts';

const NOTHING = {};
const STALE_ON: readonly PageEvent['kind'][] = ['session'];

export function useIsAdmin(): boolean {
  return useRead('profile.permissions', NOTHING, STALE_ON).value?.isAdmin === true;
}
