/** What holds a file and what lets it go, in English. */
import type { FileView } from '../../files/file-view.ts';
import { assertNever } from '../../result.ts';
import { readHoldNote, type HoldNote } from '../../money/spend-limits.ts';
import { readWaitNote, type WaitNote } from '../../files/queue-view.ts';
import { durationText, ended, momentText, atMostText } from './figures.ts';
import { holdNoteText } from './hold-notes.ts';

/** A command ends: what it leaves waiting is continued by another, or by a Labseal that keeps running. */
const SENT_LATER = 'Then the next "labseal sync" sends it, or "labseal serve" while it works.';

/** What was agreed to for one run is the limit whatever was approved before. */
function isForRun(note: HoldNote | null): boolean {
  return note === null || (note.why === 'budget' && note.budget === 'run');
}

type ListNote = Extract<WaitNote, { waits: 'list-refused' }>;

/** What a waiting file waits for, when its row says more than its hold. */
export function waitNoteSentence(note: WaitNote): string {
  switch (note.waits) {
    case 'stopped':
      return 'You stopped its upload. Nothing was charged. Return it to the queue when you want it notarized.';
    case 'until':
      return `The pause ends on ${momentText(note.atMs)}. ${SENT_LATER}`;
    case 'session-too-short':
      return `Sending it takes about ${durationText(note.takesMs)}, longer than your session lasts. Sign in again, then it starts.`;
    case 'no-progress':
      return `${note.tries} tries in a row led no further, so the others go first. Nothing was charged. The next "labseal sync" tries it again.`;
    case 'not-carried-out':
      return `The service answered ${note.status}, which means that it did not take the file: it cannot be reached this way. Nothing was recorded or charged. It is sent again with the next sync.`;
    case 'list-refused':
      return `An earlier try broke off, and nothing is sent again before the project's list was checked for it. ${listAnswer(note)} Nothing more was sent. Ask the project's leader for access to its list, then sync again.`;
    case 'sent-again':
      return 'The answer was lost. It is sent again: the service showed neither a record nor a charge.';
    case 'unknown-status':
      return `The service has received it and calls it "${note.status}", which Labseal does not know, so it counts as neither notarized nor failed. The next "labseal sync" looks again; tell the people who run the service if it stays so.`;
    case 'record-unseen':
      return note.status === null
        ? 'The service has received it, but the project\'s list does not show it yet. The next "labseal sync" looks again.'
        : `The service has received it, but does not show the project's list. ${listAnswer(note)} The next "labseal sync" asks again; ask the project's leader for access to the list.`;
    default:
      return assertNever(note);
  }
}

function listAnswer({ status, says }: Pick<ListNote, 'status' | 'says'>): string {
  const answer = status === null ? 'refused to show it' : `answered ${status}`;
  return says === null || says === ''
    ? `The service ${answer}.`
    : `The service ${answer} and says: ${ended(says)}`;
}

/** Our own finding, or the service's, whatever balance it shows. */
function whyNoCredits(file: FileView, words: string): string {
  if (file.note === null)
    return `It costs ${atMostText(file.credits)}, more than your balance allows.`;
  return `${words === '' ? 'The service' : 'It'} refused the upload, which costs ${atMostText(file.credits)}, for lack of credits (code 402).`;
}

/** Of a held file: why, in the service's words too where it has some, and the way out. */
export function heldSentence(file: FileView): string {
  const waitNote = readWaitNote(file.note);
  if (waitNote !== null) return waitNoteSentence(waitNote);
  const note = readHoldNote(file.note);
  const why = note === null ? '' : `${holdNoteText(note)} `;
  const words =
    note !== null || file.note === null || file.note === ''
      ? ''
      : `The service says: ${ended(file.note)} `;
  switch (file.hold) {
    case 'credits':
      return `${words}${whyNoCredits(file, words)} Ask an administrator for credits, then sync again.`;
    case 'balance_unknown':
      return 'Your balance could not be read. Nothing was charged for it. The next "labseal sync" reads it again.';
    case 'budget':
      return `${why}It costs ${atMostText(file.credits)}. ${isForRun(note) ? 'Allow more' : 'Allow more or approve this one'}, then sync again.`;
    case 'size_limit':
      return 'The service accepts files up to 2.5 GB. Nothing was sent and no credits were used.';
    case 'size_confirm':
      return 'It is right at the limit of 2.5 GB, which can be read in two ways. Approve it if it shall be tried.';
    case 'procedure':
      return 'It is a secondary file: say which primary files and which procedure it comes from.';
    case 'labels':
      return 'The service wants at least one label. Give its folder one: "labseal folder edit FOLDER --label NAME".';
    case 'permission':
      return `${words}You may not add files to this project. Ask its leader, or choose another project.`;
    case 'refusal':
      return `${words}Nothing was charged. Change what it names, then sync again.`;
    case 'review':
      return `${why}It costs ${atMostText(file.credits)}. Approve it if it shall go, then sync again.`;
    case 'id_in_use':
      return `${why === '' ? 'The service answered with the id of another file. ' : why}It counts as charged, and there is no record of its own to show. Report this to the service. Sending it again costs ${atMostText(file.credits)} a second time: approve it for that, then sync again.`;
    case 'record_deleted':
      return `${why}Notarizing it again costs ${atMostText(file.credits)}: approve it for that, then sync again.`;
    case 'offline':
      return `It waits until the service can be reached. ${SENT_LATER}`;
    case 'signed_out':
      return `It waits until you sign in ("labseal auth login"). ${SENT_LATER}`;
    case 'server':
      return `${words}It waits until the service answers again. ${SENT_LATER}`;
    case 'paused':
      return `It waits until you end the pause ("labseal transfer resume"). ${SENT_LATER}`;
    case 'primary_pending':
      return `It waits until its primary file is notarized. ${SENT_LATER}`;
    case 'twin_pending':
      return `Another file with the same content may be recorded already. It waits until that is decided; nothing was charged for this one. ${SENT_LATER}`;
    case 'project':
      return `It waits until its project exists on the service. ${SENT_LATER}`;
    case 'undecided':
    case null:
      return 'It waits.';
    default:
      return assertNever(file.hold);
  }
}
