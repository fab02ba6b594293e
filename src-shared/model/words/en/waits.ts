/** English words about the queue of uploads: what it waits for, and how it is steered. */
import type { FileView } from '../../files/file-view.ts';
import { readWaitNote, type Wait, type TransferRules } from '../../files/queue-view.ts';
import { byteText, counted, fileText, momentText } from './figures.ts';
import { holdLabels, stateLabel } from './states.ts';

const STOPPED = 'Stopped by you';

/** What more a wait's note says than its cause. */
const NOTE_LABELS: Readonly<Partial<Record<NonNullable<Wait['note']>, string>>> = {
  stopped: STOPPED,
  'session-too-short': 'Waiting for you to sign in · takes longer than you stay signed in',
  'no-progress': 'Waiting for the service · several tries failed',
  'record-unseen': 'Waiting for the record · not shown by the service',
  'unknown-status': 'Waiting for the record · status not known',
  'project-refused': 'Held · its project refused another file',
  'list-refused': 'Held · the list of the project could not be checked',
};

/** The state of one file. A stop is a person's, and no wish to look first. */
export function fileStateLabel({
  state,
  hold,
  isApproved,
  note,
}: Pick<FileView, 'state' | 'hold' | 'isApproved' | 'note'>): string {
  const isStopped = state === 'held' && readWaitNote(note)?.waits === 'stopped';
  return isStopped ? STOPPED : stateLabel(state, hold, isApproved);
}

export const OFFLINE_NOTE =
  'You are working offline. Nothing is asked or sent until "labseal online".';

/** "Paused until 21 Nov 2026, 14:20 UTC: 3 files, 1.2 MB, since 21 Nov 2026, 09:00 UTC". */
export function waitLine({ cause, why, note, sinceMs, untilMs, files, bytes }: Wait): string {
  const label =
    why === 'working-offline'
      ? 'You work offline'
      : ((note === null ? undefined : NOTE_LABELS[note]) ?? holdLabels[cause]);
  // A pause ends then; of the others nobody knows more than when it is tried again.
  const at = cause === 'paused' ? ' until' : ' · next try at';
  const until = untilMs === null ? '' : `${at} ${momentText(untilMs)}`;
  const what = files === 0 ? '' : `: ${fileText(files)}, ${byteText(bytes)},`;
  return `${label}${until}${what} since ${momentText(sinceMs)}`;
}

export function limitSentence({ limitBytesPerSecond }: TransferRules): string {
  return limitBytesPerSecond === null
    ? 'Uploads and checks take all the bandwidth there is.'
    : `Uploads and checks together take at most ${byteText(limitBytesPerSecond)} a second.`;
}

export function parallelSentence({ parallel }: TransferRules): string {
  return parallel === null
    ? 'The number of files at once is automatic.'
    : `At most ${counted(parallel, 'file goes', 'files go')} at once.`;
}

export function pauseSentence(pause: TransferRules['pause']): string {
  if (pause === null) return 'Uploads go on.';
  const end =
    pause.untilMs === null ? 'until you resume them' : `until ${momentText(pause.untilMs)}`;
  const rest = pause.mode === 'now' ? '' : ' Uploads under way finish first.';
  return `Uploads and checks are paused ${end}.${rest}`;
}
