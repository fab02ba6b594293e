/** A state as people are told it: a ready file waits for an approval, or has it. */
import type { FileState } from './file-state.ts';

export type NamedState = Exclude<FileState, 'held'> | 'awaiting' | 'approved';

/** `isApproved` is known of `ready` files; of a past moment it is not. */
export function namedState(
  state: Exclude<FileState, 'held'>,
  isApproved: boolean | undefined,
): NamedState {
  if (state !== 'ready' || isApproved === undefined) return state;
  return isApproved ? 'approved' : 'awaiting';
}
