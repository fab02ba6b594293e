/** Marks every file that cannot continue with what it waits for, once the service was given up. */
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import type { FileTransitions } from './file-transitions.ts';
import { eachInScope } from '../common/files-in-scope.ts';
import type { ServiceGate } from '../common/service-gate.ts';

const WAITING = ['checking', 'ready'] as const;

/** Whether something would be held now. */
export function waitsUnheld(
  state: State,
  gate: Pick<ServiceGate, 'tripped'>,
  scope: FileScope,
): boolean {
  if (gate.tripped() === null) return false;
  return eachInScope(state, WAITING, scope).next().done !== true;
}

/** Does nothing while requests are allowed. */
export function holdWhatWaits(
  state: State,
  transitions: FileTransitions,
  gate: Pick<ServiceGate, 'tripped'>,
  scope: FileScope,
): void {
  const tripped = gate.tripped();
  if (tripped === null) return;
  const { hold } = tripped;
  for (const file of eachInScope(state, WAITING, scope)) {
    state.repeatable(() => transitions.move(file, 'held', { hold }));
  }
}
