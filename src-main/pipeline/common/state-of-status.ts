/** How the rows of this computer show what the service says of a record. */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import { stateOfWord } from '../../../src-shared/model/files/platform-file.ts';

/** States of a row that shows a record as its own. */
export const SHOWING: readonly FileState[] = [
  'recording',
  'notarized',
  'record_error',
  'deleting',
  'deleted',
];

/** The state a row shows for the service's word. A word we do not know is never success: it stays in recording. */
export function stateOfStatus(status: string): FileState {
  return stateOfWord(status) ?? 'recording';
}
