/** Maps the service's status of a record to the state of this computer's rows. */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';

/** Deleted, or about to be. */
export function isGone(status: string): boolean {
  return ['deleting', 'deleted'].includes(stateOfStatus(status));
}

/** The state for the service's status. An unknown status is never success: the file stays in recording. */
export function stateOfStatus(status: string): FileState {
  return stateOfWord(status) ?? 'recording';
}
