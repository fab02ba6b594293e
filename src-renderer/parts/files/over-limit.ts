/** What holds a file beyond its state, in words: which limit, or the answer to another file. Pure. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { readHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import type { Words } from '../../words/en.ts';

/** Which limit; null: none does. */
export function overLimitText(
  { state, note }: Pick<FileListRow, 'state' | 'note'>,
  { files }: Pick<Words, 'files'>,
): string | null {
  const held = state === 'held' ? readHoldNote(note) : null;
  return held?.why === 'budget' ? files.overLimit[held.budget](held.limit) : null;
}

/** Of a file that was not sent because its project refused another one; null: of every other. */
export function projectRefusedText(
  { state, note }: Pick<FileListRow, 'state' | 'note'>,
  { files }: Pick<Words, 'files'>,
): string | null {
  const wait = state === 'held' ? readWaitNote(note) : null;
  return wait?.waits === 'project-refused' ? files.anotherRefused : null;
}
