/** One clear sentence for each fault: what happened, and what to do in a terminal. */
import { OFFLINE_NOTE } from '../../../src-shared/model/words/en/waits.ts';
import { faultSentence } from '../../../src-shared/model/words/en/faults.ts';
import {
  noCertificateSentence,
  notACertificateSentence,
} from '../../../src-shared/model/words/en/certificates.ts';
import { stateLabel } from '../../../src-shared/model/words/en/states.ts';
import {
  belowReserveSentence,
  changeStateLabels,
  refusalSentence,
} from '../../../src-shared/model/words/en/changes.ts';
import type { ChangeState } from '../../../src-shared/model/changes/change.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { downloadFaultSentence } from '../../../src-shared/model/words/en/downloads.ts';
import { evidenceWords } from '../../../src-shared/model/words/en/evidence.ts';
import { byteText, creditText, integer } from '../../../src-shared/model/words/en/figures.ts';
import { peopleFaultSentence } from '../../../src-shared/model/words/en/people.ts';
import { unreadableSentence } from '../../../src-shared/model/words/en/unreadable.ts';
import type { CoreFault, PickFault } from '../../../src-shared/model/status/core-fault.ts';

const PASSED = {
  reserve: (limit: string) => `They would use your reserve of ${limit}.`,
  month: (limit: string) => `They would go over your monthly limit of ${limit}.`,
  folder: (limit: string) => `They would go over their folder's budget of ${limit}.`,
} as const;

/** What is wrong with the address of a service, after the address or its name. */
export const ADDRESS_SENTENCES = {
  'not-an-address': 'is not an address. Write it like "https://service.example.org".',
  'not-http': 'is not a web address. It must begin with "https://".',
  'not-encrypted':
    'would send your password unprotected. Use https:// (http:// is only for this computer itself).',
  'has-credentials': 'holds a user name or password. Leave them out; you are asked for them.',
  'has-query-or-fragment': 'has a ? or # part. Leave that out.',
} as const;

const PICK_SENTENCES = {
  absent: 'There is no such file',
  directory: 'It is a folder: watch it with "labseal folder add"',
  symlink: 'It is a link; give the file it leads to',
  special: 'It is not an ordinary file',
  'labseal-data': "It belongs to Labseal's own data, which is never uploaded",
  unreadable: 'It cannot be read',
} as const;

export function coreFaultSentence(fault: CoreFault): string {
  switch (fault.kind) {
    case 'engine-running':
      return `Labseal is already running with the data folder ${fault.dataFolder}. Open its page with "labseal serve --open", or wait until the command that runs has finished.`;
    case 'data-folder':
      return dataFolderSentence(fault.dataFolder, fault.errno);
    case 'database':
      return databaseSentence(fault.trouble, fault.path);
    case 'bad-authorities':
      return `NODE_EXTRA_CA_CERTS names ${fault.path}, which holds no readable certificate. Correct or unset it.`;
    case 'bad-proxy':
      return fault.variable === null
        ? "The system's settings name a proxy that Labseal cannot use: it has to be an HTTP proxy. Nothing was sent."
        : `${badProxySentence(fault.variable)} ${PROXY_LIKE} Nothing was sent.`;
    case 'no-account':
      return 'You are signed out. Sign in with "labseal auth login --server URL --email E".';
    case 'no-server':
      return 'No service is known yet. Name it with --server URL, or set LABSEAL_SERVER.';
    case 'bad-address':
      return `The server address "${fault.address}" ${ADDRESS_SENTENCES[fault.fault.kind]}`;
    case 'wrong-credentials':
      return `The service does not know ${fault.email} with this password. Check both and try again. Set a new password with "labseal auth forgot ${fault.email}".`;
    case 'sign-in-not-saved':
      return `${signInNotSavedSentence(fault.errno)} Then sign in again. Nothing was kept; who was signed in before still is.`;
    case 'superseded':
      return 'Another sign-in came in between. Sign in again.';
    case 'not-a-token':
      return 'That is neither the token from the e-mail nor its link. Copy it whole and try again.';
    case 'no-such-folder':
      return `There is no folder ${fault.path}. Check the spelling.`;
    case 'not-a-folder':
      return `${fault.path} is not a folder. For single files use "labseal file upload".`;
    case 'unreadable-folder':
      return `The folder ${fault.path} cannot be read. ${unreadableSentence(fault.errno)}`;
    case 'already-watched':
      return `${fault.path} ${fault.path === fault.other ? `is watched already, as folder ${fault.folderId}` : `is the same directory as ${fault.other}, which is watched as folder ${fault.folderId}`}. Change it with "labseal folder edit ${fault.folderId}".`;
    case 'inside-watched':
      return `${fault.path} lies inside ${fault.other}, which is watched. Its files are notarized with that folder.`;
    case 'contains-watched':
      return `${fault.path} contains ${fault.other}, which is watched. Remove that folder first, or choose another.`;
    case 'holds-own-data':
      return `${fault.path} contains Labseal's own data, so it cannot be watched. Choose another folder.`;
    case 'not-that-folder':
      return `No known file of ${fault.other} lies in ${fault.path}, so nothing was changed. Choose the folder that has its files.`;
    case 'not-in-folder':
      return `No file in ${fault.path} has the notarized bytes of ${fault.name}, so nothing was changed. Choose the folder that it is in.`;
    case 'preview-changed':
      return `${fault.path} has changed since its price was shown. Nothing was approved or charged; check the price again.`;
    case 'bad-rule':
      return `The rule "${fault.problem.pattern}" cannot be used (${fault.problem.why.replaceAll('-', ' ')}). Nothing was changed.`;
    case 'no-label':
      return 'The service wants at least one label. Give one with --label, for example "--label raw,run-14".';
    case 'bad-label':
      return `The label ${JSON.stringify(fault.label)} cannot be used: a label is one short line of text.`;
    case 'unknown-project':
      return `There is no project "${fault.projectId}" that you can see. "labseal project list" shows yours.`;
    case 'unknown-folder':
      return `There is no watched folder ${numbered(fault.folderId)}. "labseal folder list" shows them.`;
    case 'unknown-file':
      return `Labseal knows no file "${fault.asked}". Give its path, its number or its id; "labseal file explain PATH" says more.`;
    case 'unknown-audit':
      return `There is no audit ${fault.asked}. "labseal audit list" shows those that are kept; older ones make room for newer ones.`;
    case 'audit-list-gone':
      return `Audit ${fault.asked} is older: its complete list is not kept any more. ${
        fault.listSha256 === null
          ? 'Its digest is not known.'
          : `A saved copy is complete and unchanged if its SHA-256 is ${fault.listSha256}.`
      }`;
    case 'sent-already':
      return `${fault.asked} was sent already: the service may have recorded it, so its upload cannot be changed. "labseal file show" shows its state.`;
    case 'not-in-line':
      return `${fault.asked} does not wait for an upload: it is "${stateLabel(fault.state, null, fault.isApproved)}". "labseal transfer list" shows what does.`;
    case 'cannot-pick':
      return pickSentence(fault.pick);
    case 'cannot-approve':
      // What was stopped, or unapproved within a budget that would pay for it: every other review can be approved.
      if (fault.hold === 'review') {
        return `${fault.path} was stopped. Nothing was changed; "labseal transfer resume FILE" returns it to the queue.`;
      }
      return `${fault.path} waits for no approval: it is "${stateLabel(fault.state, fault.hold, fault.isApproved)}". Nothing was changed; "labseal file explain PATH" says what it needs.`;
    case 'limits-not-named':
      return `${fault.limits.map(({ budget, limit }) => PASSED[budget](creditText(limit))).join(' ')} Nothing was approved. To let them go all the same, add --beyond ${[...new Set(fault.limits.map(({ budget }) => budget))].join(',')}.`;
    case 'more-than-balance':
      return `They cost at most ${creditText(fault.credits)}, more than the ${integer(fault.balance)} that are there. Nothing was approved; name fewer files.`;
    case 'dearer-than-agreed':
      return `It costs ${creditText(fault.credits)} by now, more than the ${integer(fault.agreedCredits)} you agreed to. Nothing was recorded or charged; check the price again.`;
    case 'no-offer':
      return 'Labseal was started again, so the price that was shown no longer counts. Nothing was approved; repeat the command.';
    case 'below-reserve':
      return `${belowReserveSentence(fault)} Nothing was sent. To send it all the same, add --below-reserve.`;
    case 'unknown-user':
      return `The service knows nobody as "${fault.asked}". Check the spelling; they may have to register first.`;
    case 'user-not-shown':
      return `The service listed no "${fault.asked}", but its list is not complete. Nothing was done; check the spelling, or try again later.`;
    case 'no-look-up':
      return `The service does not let your account look up ${fault.email}. Name the person by id with --user. ${faultSentence({ ...fault, kind: 'forbidden' })}`;
    case 'unknown-change':
      return `There is no change with number ${fault.asked}. "labseal outbox list" shows them.`;
    case 'change-open':
      return `You asked for this before, as change ${fault.changeId}; its result is not known yet. Nothing new was sent: see "labseal outbox list".`;
    case 'change-refused':
      return `${refusalSentence(fault.cause)} It is change ${fault.changeId}: see "labseal outbox list".`;
    case 'change-elsewhere':
      return changeElsewhereSentence(fault.changeId, fault.state);
    case 'not-on-platform':
      return `"${fault.asked}" has no record of its own on the service, so there is nothing to ${fault.wish}. "labseal file show" says more.`;
    case 'not-in-doubt':
      return `There is nothing to decide about "${fault.asked}": it is "${stateLabel(fault.state, fault.hold, fault.isApproved)}". Only a file whose answer was lost, or that was not written to the chain, can be resolved.`;
    case 'no-certificate-yet':
      if (fault.state === 'notarized') return noCertificateSentence;
      if (fault.state === 'record_error')
        return 'There is no certificate: the service could not write the record of this file to the chain. "labseal file explain" says what can be done.';
      return `There is no certificate yet: the file is "${stateLabel(fault.state, null, fault.isApproved)}". Run "labseal sync" and try again.`;
    case 'not-a-certificate':
      return notACertificateSentence(fault.what);
    case 'not-an-image':
    case 'image-too-large':
    case 'balance-moved':
    case 'no-download':
    case 'bad-link':
    case 'changed-meanwhile':
      return peopleFaultSentence(fault);
    case 'no-subtract-word':
      return 'Nothing was done: which word this service takes for taking credits away is not in its documents. Ask the people who run it for that word, and enter it once: "labseal admin credit word WORD".';
    case 'name-taken':
    case 'no-room':
    case 'cannot-write':
    case 'store-trouble':
    case 'downloading':
    case 'unknown-download':
      return downloadFaultSentence(fault);
    case 'no-evidence':
      return evidenceWords.fault(fault.why, byteText);
    case 'not-signed-in':
      return `${faultSentence(fault).slice(0, -1)}: "labseal auth login".`; // each ends with "sign in again."
    case 'unavailable':
      return fault.why === 'working-offline'
        ? OFFLINE_NOTE
        : `${faultSentence(fault)}${addressText(fault)}`;
    case 'refused':
    case 'forbidden':
    case 'not-found':
    case 'too-large':
    case 'throttled':
    case 'not-the-service':
    case 'unknown-outcome':
      return faultSentence(fault);
    default:
      return assertNever(fault);
  }
}

/** One that was late is named by its sentence. */
function addressText({ why, address }: Extract<CoreFault, { kind: 'unavailable' }>): string {
  return address === undefined || why === 'timed-out' ? '' : ` Its address: ${address}`;
}

export const PROXY_LIKE = 'Write it like http://proxy.example.org:3128, or unset it.';

export function badProxySentence(variable: string): string {
  return `${variable} does not name a proxy that Labseal can use: it has to be an HTTP proxy.`;
}

function changeElsewhereSentence(id: number, state: ChangeState['state']): string {
  const now = `Change ${id} is "${changeStateLabels[state]}"`;
  switch (state) {
    case 'waiting':
      return `${now}: send it with "labseal outbox send", or take it back with "labseal outbox undo ${id}".`;
    case 'sending':
      return `${now}: nothing can be decided about it before its result is known.`;
    case 'unknown':
    case 'left':
      return `${now}, so it can neither be taken back nor changed. "labseal outbox resolve ${id} --check" looks for its result again.`;
    case 'refused':
      return `${now}: "labseal outbox list" says why, and what can be done.`;
    case 'delivered':
    case 'withdrawn':
      return `${now}, so there is nothing left to decide or to take back.`;
    default:
      return assertNever(state);
  }
}

function pickSentence({ path, why, errno }: PickFault): string {
  const cause = errno === undefined ? '' : ` ${unreadableSentence(errno)}`;
  return `${path}: ${PICK_SENTENCES[why]}. Nothing was taken.${cause}`;
}

function signInNotSavedSentence(errno: string): string {
  if (/^(ENOSPC|EDQUOT)/.test(errno)) {
    return "You were not signed in: the disk of Labseal's data folder is full. Free some space.";
  }
  return `You were not signed in: account.json could not be written in Labseal's data folder (code ${errno}). Check the folder and its disk.`;
}

function dataFolderSentence(folder: string, errno: string): string {
  if (/^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(errno)) {
    return `The disk of Labseal's data folder ${folder} is full. Free some space and try again; nothing is lost.`;
  }
  if (/^(EACCES|EPERM|EROFS|SQLITE_(READONLY|CANTOPEN|PERM))/.test(errno)) {
    return `Labseal may not write into its data folder ${folder}. Allow that, or name another folder with LABSEAL_HOME.`;
  }
  return `Labseal's data folder ${folder} cannot be used (code ${errno}). Check the disk, or name another folder with LABSEAL_HOME.`;
}

function databaseSentence(
  trouble: Extract<CoreFault, { kind: 'database' }>['trouble'],
  path: string,
): string {
  switch (trouble) {
    case 'newer':
      return `The records in ${path} were written by a newer Labseal. Nothing was changed; install that version or newer.`;
    case 'unreleased':
      return `The records in ${path} were written by a Labseal from before its first release. Nothing was changed. Put labseal.db aside and leave marker.json where it is: Labseal then starts new records, and asks the service about every file before anything is paid for.`;
    case 'damaged':
      return `Labseal's records in ${path} are damaged; what is on the service is safe. Restore that folder from a backup; "labseal doctor" says how to begin again without one.`;
    case 'busy':
      return `Another program is using Labseal's records in ${path}, a backup perhaps. Let it finish, then try again; nothing is lost.`;
    case 'open-files':
      return 'The system lets Labseal open no more files. Close other programs or raise the limit ("ulimit -n"), then try again; nothing is lost.';
    case 'network-drive':
      return `Labseal's data folder ${path} is on a network drive, where two computers could pay for the same file. Name a folder on a disk of this computer with LABSEAL_HOME; watched folders may be anywhere.`;
    case 'open-drive':
      return `Labseal's data folder ${path} is on a drive that cannot keep files from the other users of this computer. Name a folder on another disk with LABSEAL_HOME; watched folders may be anywhere.`;
    case 'disk':
      return `Labseal's records in ${path} cannot be read or written: the disk may be full or read-only. Free some space and try again; nothing is lost.`;
    default:
      return assertNever(trouble);
  }
}

function numbered(folder: string): string {
  return /^\d+$/.test(folder) ? `with number ${folder}` : `"${folder}"`;
}
