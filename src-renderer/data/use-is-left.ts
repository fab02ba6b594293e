/** Whether somebody signed out while this page was open: here, in another window or in a terminal. */
import { useCore } from './bridge-context.ts';

export function useIsLeft(): boolean {
  return useCore(
    ({ account, status }) => account !== null && status?.session.state === 'signed-out',
  );
}
