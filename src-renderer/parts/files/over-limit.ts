/** Which limit holds a file, in words; null: none does. Pure. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { readHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import type { Words } from '../../words/en.ts';

export function overLimitText(
  { state, note }: Pick<FileListRow, 'state' | 'note'>,
  { files }: Pick<Words, 'files'>,
): string | null {
  const held = state === 'held' ? readHoldNote(note) : null;
  return held?.why === 'budget' ? files.overLimit[held.budget](held.limit) : null;
}
