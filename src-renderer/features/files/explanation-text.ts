/** Why a file stands where it stands, in one or two sentences. Pure. */
import type { FileListRow } from '../../../src-shared/bridge/file-calls.ts';
import { THERE_BEFORE } from '../../../src-shared/model/folders/baseline-file.ts';
import type { Words } from '../../words/en.ts';

/** Words of the service are quoted; notes of our own are no sentences. */
export function whyText(
  {
    state,
    hold,
    note,
    twin,
    deletion,
  }: Pick<FileListRow, 'state' | 'hold' | 'note' | 'twin' | 'deletion'>,
  { files, figures }: Words,
): string {
  if (deletion !== undefined) {
    const why = state === 'record_error' ? files.deletionNotRecorded : files.whyState[state];
    return `${why} ${files.deletedBecause(figures.moment(deletion.askedAtMs), deletion.reason)}`;
  }
  if (state === 'ignored' && note === THERE_BEFORE) return files.thereBefore;
  if (state === 'duplicate' && twin !== null) return files.twin(twin.fileName, twin.project);
  const says = note === null || note.startsWith('{') || !SAID_BY_SERVICE.has(hold ?? state);
  const why = hold === null ? files.whyState[state] : files.whyHold[hold];
  return says ? why : `${why} ${files.serviceSaid(note)}`;
}
const SAID_BY_SERVICE: ReadonlySet<string> = new Set([
  'refusal',
  'permission',
  'credits',
  'failed',
  'record_error',
]);
