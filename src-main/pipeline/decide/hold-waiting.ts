/** Says of every file that cannot go on what it waits for, once the service was given up. */
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import type { FileDesk } from './file-transitions.ts';
import { eachAtHand } from '../common/files-in-scope.ts';
import type { Gatekeeper } from '../common/service-breaker.ts';

const WAITING = ['checking', 'ready'] as const;

/** Whether something would be held now. */
export function waitsUnheld(
  state: State,
  gatekeeper: Pick<Gatekeeper, 'closed'>,
  scope: FileScope,
): boolean {
  if (gatekeeper.closed() === null) return false;
  return eachAtHand(state, WAITING, scope).next().done !== true;
}

/** Does nothing while the service may be asked. */
export function holdWhatWaits(
  state: State,
  desk: FileDesk,
  gatekeeper: Pick<Gatekeeper, 'closed'>,
  scope: FileScope,
): void {
  const closed = gatekeeper.closed();
  if (closed === null) return;
  const { hold } = closed;
  for (const file of eachAtHand(state, WAITING, scope)) {
    state.repeatable(() => desk.move(file, 'held', { hold }));
  }
}
