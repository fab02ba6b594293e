/**
 * The English words that every face shares: states, holds, and why the service could not be used. Each sentence says
 * what happened, what it means for the file and the credits, and what to do.
 */
import type { FileState, HoldReason } from '../file-state.ts';
import type { FileView } from '../file-view.ts';
import { assertNever } from '../result.ts';
import type { ServiceFault } from '../service-fault.ts';
import { HOUR_MS, MINUTE_MS } from '../time.ts';
import { readWaitNote, type WaitNote } from '../wait-note.ts';
import type { Doubt } from '../upload-doubt.ts';
import { readHoldNote, type HoldNote } from '../spend-limits.ts';
import { holdNoteText } from './hold-notes.ts';

export const stateLabels: Readonly<Record<Exclude<FileState, 'held'>, string>> = {
  discovered: 'Found',
  settling: 'Waiting until saved',
  hashing: 'Fingerprinting',
  checking: 'Checking the platform',
  duplicate: 'Already on the platform',
  ready: 'Ready to upload',
  uploading: 'Uploading',
  confirming: 'Please decide',
  recording: 'Recording on chain',
  notarized: 'Notarized',
  record_error: 'Not recorded · error',
  failed: 'Refused by the service',
  changed: 'Changed since notarized',
  missing: 'Missing from this computer',
  remote_only: 'On the platform only',
  deleting: 'Being deleted',
  deleted: 'Deleted on the platform',
  ignored: 'Ignored',
  unreadable: "Can't be read",
};

export const holdLabels: Readonly<Record<HoldReason, string>> = {
  credits: 'Held · not enough credits',
  budget: 'Held · over your budget',
  size_limit: 'Held · larger than 2.5 GB',
  size_confirm: 'Held · large file, please confirm',
  procedure: 'Held · add procedure',
  labels: 'Held · add a label',
  primary_pending: 'Waiting for its primary file',
  project: 'Waiting for its project to be created',
  offline: 'Waiting for connection',
  signed_out: 'Waiting for you to sign in',
  server: 'Waiting for the service',
  paused: 'Paused',
  permission: 'Held · no permission in this project',
  review: 'Held · you asked to approve',
  refusal: 'Held · the service said no',
  kept_unknown: 'Kept as unknown',
};

export function stateLabel(state: FileState, hold: HoldReason | null): string {
  if (state === 'confirming' && hold !== null) return holdLabels[hold];
  if (state !== 'held') return stateLabels[state];
  return hold === null ? 'Held' : holdLabels[hold];
}

const ERRNO_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: 'You have no permission to read it. Ask its owner for permission, then try again.',
  EPERM: 'You have no permission to read it. Ask its owner for permission, then try again.',
  EBUSY: 'Another program has it open. It is tried again when that program lets go.',
  EIO: 'The disk could not read it. Copy it from another place and check the disk.',
  ELOOP: 'It leads back to itself, so it is not looked into.',
  ETIMEDOUT: 'The drive did not answer in time. Check its connection, then try again.',
  ESTALE: 'The network drive has lost it. Connect the drive again, then try again.',
  EMFILE: 'Too many files are open on this computer. Close some programs, then try again.',
  EIGNORE:
    'The .labsealignore file in it cannot be used, so nothing in it is taken. Correct that file: a pattern may hold ** twice at most.',
  'unusable-name': 'Its name is not valid text, so it cannot be reached. Rename the file.',
};

/** Why a file cannot be read, from the system's code. */
export function unreadableSentence(errno: string): string {
  return ERRNO_SENTENCES[errno] ?? `The computer could not read it (code ${errno || 'unknown'}).`;
}

/** When the system allows no more watches. */
export const WATCH_LIMIT_SENTENCE =
  "This computer can't watch that many folders; they are checked every 10 minutes instead.";

/** Why a path is ignored; `rule` is the pattern, or what the path is instead of a file. */
export function ignoredSentence(rule: string): string {
  if (rule === '') return 'It is left out.';
  if (rule === 'symlink') return 'It is a link; links are not followed.';
  if (rule === 'special') return 'It is not an ordinary file.';
  return `It matches the rule ${rule}.`;
}

/** What to tell a person about a fault of the service. Never HTML, a stack or a code alone. */
export function faultSentence(fault: ServiceFault): string {
  switch (fault.kind) {
    case 'refused':
      return said(fault.serviceSays, `The service refused the request (code ${fault.status}).`);
    case 'not-signed-in':
      return 'Your session has ended. Nothing is lost and nothing was charged. Sign in again.';
    case 'forbidden':
      return said(fault.serviceSays, 'You have no permission for this on the service.');
    case 'not-found':
      return said(fault.serviceSays, 'The service does not know it.');
    case 'too-large':
      return said(
        fault.serviceSays,
        'The service accepts files up to 2.5 GB. Nothing was charged.',
      );
    case 'throttled':
      return 'The service asks for a pause. Work goes on by itself afterwards.';
    case 'unavailable':
      return unavailableSentence(fault.why, fault.status);
    case 'not-the-service':
      return fault.what === 'html'
        ? 'A web page answered instead of the service: sign in to your network in a browser, or check the server address. Nothing was lost.'
        : 'Something other than the service answered. Check the server address. Nothing was lost.';
    case 'unknown-outcome':
      return 'The connection was lost before the answer came. Labseal looks before anything is sent again.';
    default:
      return assertNever(fault);
  }
}

function unavailableSentence(
  why: Extract<ServiceFault, { kind: 'unavailable' }>['why'],
  status: number | null,
): string {
  switch (why) {
    case 'no-address':
      return 'The server address could not be found. Check your connection and the address. Nothing was lost.';
    case 'no-connection':
      return 'The service cannot be reached. Check your connection; everything waits until it is back.';
    case 'broken-connection':
      return 'The connection to the service broke. Nothing was lost; try again in a moment.';
    case 'timed-out':
      return 'The service did not answer in time. Nothing was lost; try again in a moment.';
    case 'insecure':
      return 'The connection is not secure: the server could not prove who it is. Nothing was sent. Ask your IT about the certificate or the proxy.';
    case 'server-error':
      return `The service had a problem${status === null ? '' : ` (code ${status})`}. Nothing was lost; try again later.`;
    default:
      return assertNever(why);
  }
}

function said(serviceSays: string | null, otherwise: string): string {
  return serviceSays === null || serviceSays === ''
    ? otherwise
    : `The service says: ${ended(serviceSays)}`;
}

/** A sentence of somebody else's, so that ours can follow it. */
function ended(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** "20 Nov 2026, 09:44 UTC". */
export function momentText(ms: number): string {
  return `${moment.format(ms)} UTC`;
}

/** "40 minutes", "3 hours": rounded up, because a promise is better kept early. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  if (minutes < 120) return counted(minutes, 'minute', 'minutes');
  return counted(Math.ceil(ms / HOUR_MS), 'hour', 'hours');
}

const integer = new Intl.NumberFormat('en-GB');
const oneDecimal = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });
const plural = new Intl.PluralRules('en-GB');

/** "1 file", "1,204 files". */
export function counted(count: number, one: string, other: string): string {
  return `${integer.format(count)} ${plural.select(count) === 'one' ? one : other}`;
}

const BYTE_UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal units, as storage and the price list count them. */
export function byteText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < BYTE_UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${(unit === 0 ? integer : oneDecimal).format(value)} ${BYTE_UNITS[unit]}`;
}

/** The second line of a file: how far or why, and what to do. Null when the state says it all. */
export function fileSentence(file: FileView): string | null {
  switch (file.state) {
    case 'duplicate':
      return file.twin === null || file.twin.fileName === ''
        ? 'Identical content is already on the platform. No credits were used.'
        : `Same content as ${file.twin.fileName} in ${file.twin.project}. No credits were used.`;
    case 'held':
      return heldSentence(file);
    case 'failed':
      return `${refusedSentence(file.note)} Nothing was charged.`;
    case 'unreadable':
      return unreadableSentence(file.note ?? 'unknown');
    case 'ignored':
      return ignoredSentence(file.note ?? '');
    case 'confirming':
      return confirmingSentence(file);
    case 'record_error':
      return 'The service could not write it to the chain. The file was received; credits may have been used.';
    case 'changed':
      return `The notarized version is unchanged on the platform; this copy is different. A new version costs ${priceText(file)}.`;
    case 'missing':
      return 'The record and the certificate are safe. The local file was moved or deleted.';
    case 'settling':
      return 'It is still being written; it is looked at again when it stands still.';
    case 'ready':
      return `Uploading it costs ${priceText(file)}.`;
    case 'discovered':
    case 'hashing':
    case 'checking':
    case 'uploading':
    case 'recording':
    case 'notarized':
    case 'remote_only':
    case 'deleting':
    case 'deleted':
      return null;
    default:
      return assertNever(file.state);
  }
}

/** What is known about a lost answer, and what the person can do. */
function confirmingSentence(file: FileView): string {
  const { hold, doubt } = file;
  const again = `sending it again may charge ${priceText(file)} a second time`;
  if (hold !== null) {
    return `You kept it as unknown: it may be recorded. It is not sent again by itself; ${again}.`;
  }
  const lost = 'The connection was lost at the end.';
  if (doubt === null || doubt.finding.kind === 'looking') {
    return `${lost} We could not confirm yet whether it was recorded; it is not sent again by itself.`;
  }
  switch (doubt.finding.kind) {
    case 'absent':
      return `${lost} It is not in the service's list, so it was probably not recorded. Check again, keep it as unknown, or send it again: ${again}.`;
    case 'several':
      return `${lost} More than one file on the service could be it. Look at them there, then keep it as unknown, or send it again: ${again}.`;
    case 'cannot-tell':
      return `${lost} ${doubtSentences[doubt.finding.why]} Check again, keep it as unknown, or send it again: ${again}.`;
    default:
      return assertNever(doubt.finding);
  }
}

const doubtSentences: Readonly<Record<Doubt, string>> = {
  'list-incomplete':
    "The service's list could not be read to its end, so it is not known whether it was recorded.",
  'paging-ignored':
    'The service shows only the beginning of its list, so it is not known whether it was recorded.',
  'similar-file': 'A new file on the service may be it, but nothing proves that.',
};

/** `note`: the service's words, or the kind of its refusal when it said nothing. */
function refusedSentence(note: string | null): string {
  switch (note) {
    case 'too-large':
      return 'It is larger than the service accepts.';
    case 'not-found':
      return 'The service does not know the project it belongs to.';
    case null:
    case '':
      return 'The service refused it without a reason.';
    default:
      return `The service refused it and says: ${ended(note)}`;
  }
}

/** "413 credits" where the price is known, otherwise "about 413 credits". */
function priceText({ credits, isPriceExact }: FileView): string {
  return `${isPriceExact ? '' : 'about '}${counted(credits, 'credit', 'credits')}`;
}

/** What was agreed to for one run is the limit whatever was approved before. */
function isForRun(note: HoldNote | null): boolean {
  return note === null || (note.why === 'budget' && note.budget === 'run');
}

/** What a waiting file waits for, when its row says more than its hold. */
export function waitNoteSentence(note: WaitNote): string {
  switch (note.waits) {
    case 'stopped':
      return 'You stopped its upload. Nothing was charged. Let it wait in line again when you want it notarized.';
    case 'until':
      return `It goes on by itself on ${momentText(note.atMs)}.`;
    case 'session-too-short':
      return `Sending it takes about ${durationText(note.takesMs)}, longer than your session lasts. Sign in again, then it starts.`;
    case 'no-progress':
      return `${note.tries} tries in a row led no further, so the others go first. It is tried again by itself; nothing was charged.`;
    default:
      return assertNever(note);
  }
}

function heldSentence(file: FileView): string {
  const waitNote = readWaitNote(file.note);
  if (waitNote !== null) return waitNoteSentence(waitNote);
  const note = readHoldNote(file.note);
  const why = note === null ? '' : `${holdNoteText(note, counted)} `;
  const words =
    note !== null || file.note === null || file.note === ''
      ? ''
      : `The service says: ${ended(file.note)} `;
  switch (file.hold) {
    case 'credits':
      return `${words}It needs ${priceText(file)}, more than your balance allows. Ask an administrator for credits, then sync again.`;
    case 'budget':
      return `${why}It needs ${priceText(file)}. ${isForRun(note) ? 'Allow more' : 'Allow more or approve this one'}, then sync again.`;
    case 'size_limit':
      return 'The service accepts files up to 2.5 GB. Nothing was sent and no credits were used.';
    case 'size_confirm':
      return 'It is right at the limit of 2.5 GB, which can be read in two ways. Approve it if it shall be tried.';
    case 'procedure':
      return 'It is a secondary file: say which primary files and which procedure it comes from.';
    case 'labels':
      return 'The service wants at least one label. Add one to the folder.';
    case 'permission':
      return `${words}You may not add files to this project. Ask its leader, or choose another project.`;
    case 'refusal':
      return `${words}Nothing was charged. Change what it names, then sync again.`;
    case 'review':
      return `${why}It costs ${priceText(file)}. Approve it if it shall go, then sync again.`;
    case 'offline':
      return 'It goes on when the service can be reached.';
    case 'signed_out':
      return 'It goes on after you sign in.';
    case 'server':
      return `${words}It goes on when the service answers again.`;
    case 'paused':
      return 'It goes on when you resume.';
    case 'primary_pending':
      return 'It goes on when its primary file is notarized.';
    case 'project':
      return 'It goes on when its project exists on the service.';
    case 'kept_unknown':
    case null:
      return 'It waits.';
    default:
      return assertNever(file.hold);
  }
}
