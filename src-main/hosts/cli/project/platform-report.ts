/** The service's data about a project on the command line: the same facts as the page, and how much was read. */
import {
  stateOfWord,
  type PlatformFile,
  type PlatformView,
} from '../../../../src-shared/model/files/platform-file.ts';
import { isoFromMs } from '../../../../src-shared/model/text/time.ts';
import { faultSentence } from '../../../../src-shared/model/words/en/faults.ts';
import { byteText, momentText } from '../../../../src-shared/model/words/en/figures.ts';
import { stateLabel } from '../../../../src-shared/model/words/en/states.ts';
import type { Output } from '../output.ts';
import { copyNote } from '../outbox/pending-marks.ts';

type Seen = Omit<PlatformView, 'records'>;

/** In full as a document; as a table with a note about everything that is old or missing. */
export function printPlatformFiles(
  files: readonly PlatformFile[],
  seen: Seen,
  output: Output,
): void {
  const { isComplete, asOfMs, standing, unread } = seen;
  output.json({
    files: files.map(({ uploadedAtMs, ...file }) => ({
      ...file,
      state: stateOfWord(file.status),
      uploadedAt: isoFromMs(uploadedAtMs),
    })),
    isComplete,
    asOf: isoFromMs(asOfMs),
    standing,
    unread: unread.map(unreadDocument),
  });
  if (files.length === 0) output.line('The service shows no file in this project.');
  output.table(
    ['id', 'status', 'kind', 'size', 'uploaded', 'by', 'here', 'file'],
    files.map((file) => [
      file.fileId,
      statusText(file.status),
      file.fileType === '' ? file.visibility : `${file.visibility}, ${file.fileType}`,
      file.sizeBytes === null ? '' : byteText(file.sizeBytes),
      file.uploadedAtMs === null ? '' : momentText(file.uploadedAtMs),
      file.ownerName,
      file.localFileId ?? '',
      file.name,
    ]),
  );
  noteSeen(seen, output);
}

type Unread = PlatformView['unread'][number];

export function unreadDocument({ visibility, fault }: Unread) {
  return { visibility, fault: fault.kind };
}

/** Whatever is old or missing. */
export function noteSeen(
  {
    isComplete,
    asOfMs,
    standing = 'there',
    unread,
  }: Pick<Seen, 'isComplete' | 'asOfMs' | 'unread'> & Partial<Seen>,
  output: Output,
): void {
  const age = copyNote(asOfMs);
  if (age !== null) output.note(age);
  if (standing !== 'there') output.note(STANDINGS[standing]);
  for (const { visibility, fault } of unread) {
    output.note(`The ${visibility} files could not be read. ${faultSentence(fault)}`);
  }
  if (!isComplete && unread.length === 0) {
    output.note('The service did not show all files. There may be more.');
  }
}

const STANDINGS = {
  gone: 'The service has no such project any more. This is what it showed last.',
  forbidden: 'You may not see the files of this project any more. This is what you saw last.',
} as const;

/** An undocumented value is shown as the service wrote it. */
function statusText(status: string): string {
  const state = stateOfWord(status);
  return state === null ? `Service says: ${status}` : stateLabel(state, null, undefined);
}
