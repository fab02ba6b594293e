/** What holds a file and what lets it go, in English. */
import type { FileView } from '../../files/file-view.ts';
import { assertNever } from '../../result.ts';
import { readHoldNote, type HoldNote } from '../../money/spend-limits.ts';
import { readWaitNote, type WaitNote } from '../../files/queue-view.ts';
import { durationText, ended, momentText, atMostText, creditText, integer } from './figures.ts';

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
      return 'You stopped its upload. "labseal transfer resume FILE" returns it to the queue.';
    case 'until':
      return `The pause ends on ${momentText(note.atMs)}. ${SENT_LATER}`;
    case 'session-too-short':
      return `Sending it takes about ${durationText(note.takesMs)}, longer than you stay signed in. Sign in again, then it starts.`;
    case 'no-progress':
      return `${note.tries} tries in a row failed. Nothing was charged, and the next "labseal sync" tries again.`;
    case 'not-carried-out':
      return `The service did not take the file: it answered ${note.status}. Nothing was charged, and the next sync sends it again.`;
    case 'list-refused':
      return `An earlier try broke off, and whether the file arrived is not shown. ${listAnswer(note)} Ask the project's leader for access to its list, then sync again.`;
    case 'project-refused': {
      const says = note.says === null ? '' : `The service says: ${ended(note.says)} `;
      return `${says}It was not sent, because its project refused another file. The next "labseal sync" looks at the permission again; ask the project's leader for it.`;
    }
    case 'sent-again':
      return 'The answer was lost, and the service shows no record and no charge. It is sent again.';
    case 'unknown-status':
      return `The service has the file and calls it "${note.status}", a word that Labseal does not know. The next "labseal sync" looks again; if it stays like this, tell the people who run the service.`;
    case 'record-unseen':
      return note.status === null
        ? 'The service has the file, but does not list it yet. The next "labseal sync" looks again.'
        : `The service has received it, but does not show the project's list. ${listAnswer(note)} The next "labseal sync" asks again; ask the project's leader for access to the list.`;
    default:
      return assertNever(note);
  }
}

function listAnswer({ status, says }: Pick<ListNote, 'status' | 'says'>): string {
  const answer = status === null ? 'refused to show the list' : `answered ${status}`;
  return says === null || says === ''
    ? `The service ${answer}.`
    : `The service ${answer} and says: ${ended(says)}`;
}

/** Our own finding, or the service's, whatever balance it shows. */
function whyNoCredits(file: FileView, words: string): string {
  if (file.note === null)
    return `It costs ${atMostText(file.credits)}, more than your balance allows.`;
  return `${words === '' ? 'The service' : 'It'} refused the upload, which costs ${atMostText(file.credits)}, for lack of credits.`;
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
      return 'It is close to 2.5 GB, the most the service accepts. Approve it to try, then sync again.';
    case 'procedure':
      return 'It is a secondary file: say which primary files and which procedure it comes from.';
    case 'labels':
      return 'The service wants at least one label. Give its folder one: "labseal folder edit FOLDER --label NAME".';
    case 'permission':
      return `${words}You may not add files to this project. Ask its leader, or choose another project.`;
    case 'refusal':
      return `${words}No charge was seen. Change what it names, then sync again.`;
    case 'review':
      return `${why}It costs ${atMostText(file.credits)}. Approve it, then sync again.`;
    case 'id_in_use':
      return `${why === '' ? 'The service gave it the id of another file. ' : why}It counts as charged: tell the people who run the service. To send it again for ${atMostText(file.credits)}, approve it, then sync again.`;
    case 'record_deleted':
      return `${why}To notarize it again for ${atMostText(file.credits)}, approve it, then sync again.`;
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
      return `It waits for another file with the same content, so that both are paid for once. ${SENT_LATER}`;
    case 'project':
      return `It waits until its project exists on the service. ${SENT_LATER}`;
    case 'undecided':
    case null:
      return 'It waits.';
    default:
      return assertNever(file.hold);
  }
}

const BUDGETS = {
  folder: { whose: "its folder's budget", until: '' },
  month: { whose: 'your monthly limit', until: ' until the end of the month (UTC)' },
} as const;

/**
 * Why money or a person's own rule holds a file, in English. The price and the way out are said by whoever shows it.
 */
function holdNoteText(note: HoldNote): string {
  switch (note.why) {
    case 'budget':
      return budgetText(note);
    case 'approve-each':
      return 'You asked to approve every upload of this folder.';
    case 'id-in-use':
      return `The service gave it the id ${note.fileId}, which is that of ${note.fileName ?? 'another file'}.`;
    case 'record-deleted':
      return note.atMs === null
        ? 'The record of this content is being deleted on the service.'
        : `The record of this content was deleted on the service (seen on ${momentText(note.atMs)}).`;
    default:
      return assertNever(note);
  }
}

function budgetText({ budget, limit, left }: Extract<HoldNote, { why: 'budget' }>): string {
  switch (budget) {
    case 'run':
      return `Over the ${credits(limit)} you allowed for this run; ${integer(left)} left.`;
    case 'reserve':
      return `This would use your reserve of ${integer(limit)}; ${integer(left)} above it.`;
    case 'folder':
    case 'month': {
      const { whose, until } = BUDGETS[budget];
      return `Over ${whose} of ${credits(limit)}; ${integer(left)} left${until}.`;
    }
    default:
      return assertNever(budget);
  }
}

function credits(count: number): string {
  return creditText(count);
}
