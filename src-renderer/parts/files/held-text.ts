/** What holds a file beyond its state, in words: which limit, the answer to another file, or the person who stopped it. Pure. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { readHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import type { Words } from '../../words/en.ts';

type Held = Pick<FileListRow, 'state' | 'note'>;

/** Which limit; null: none does. */
export function overLimitText(
  { state, note }: Held,
  { files }: Pick<Words, 'files'>,
): string | null {
  const held = state === 'held' ? readHoldNote(note) : null;
  return held?.why === 'budget' ? files.overLimit[held.budget](held.limit) : null;
}

/** Null: nothing more than the state says. */
export function heldText(file: Held, words: Pick<Words, 'files'>): string | null {
  const waits = file.state === 'held' ? readWaitNote(file.note)?.waits : undefined;
  if (waits === 'project-refused') return words.files.anotherRefused;
  if (waits === 'stopped') return words.files.stoppedByYou;
  return overLimitText(file, words);
}
