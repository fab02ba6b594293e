/** Why something could not be done, in English: what happened, what it means, and what to do. */
import { causeWords, lostAnswerText } from '../../../src-shared/model/words/en/causes.ts';
import {
  noCertificateSentence,
  notACertificateSentence,
} from '../../../src-shared/model/words/en/certificates.ts';
import {
  type FileState,
  type HoldReason,
  namedState,
} from '../../../src-shared/model/files/file-state.ts';
import { holdLabels, stateLabels } from '../../../src-shared/model/words/en/states.ts';
import { withheldWords } from '../../../src-shared/model/words/en/withheld.ts';
import { evidenceWords } from '../../../src-shared/model/words/en/evidence.ts';
import { unreadableSentence } from '../../../src-shared/model/words/en/unreadable.ts';
import {
  diskTrouble,
  type AddressWords,
  type AnswerWords,
  type ChangeWords,
  type DatabaseWords,
  type FaultWords,
  type PickWords,
  type RuleWords,
  type StoreWords,
  type TargetWords,
} from '../fault-words.ts';
import { figures, number } from './figures.ts';

const LOOK_AGAIN = 'Check its state again.';

const ADDRESSES = {
  'not-an-address': 'is not an address. Write it like https://service.example.org.',
  'not-http': 'is not the address of a website. It has to begin with https://.',
  'not-encrypted':
    'would send your password unprotected, so nothing was sent. Use an address that begins with https://.',
  'has-credentials':
    'holds a name or a password. Leave them out; there are fields of their own for them.',
  'has-query-or-fragment':
    'goes on after a ? or a #. Leave that part out; the address of the service ends before it.',
} satisfies AddressWords;

const TARGETS = {
  'own-data': (path) =>
    `Labseal keeps its own data in ${path}, so nothing was downloaded there. Choose another folder.`,
  'not-a-folder': (path) =>
    `${path} is a file, so nothing can be downloaded into it. Choose the folder it is in, or another.`,
  system: (path, errno) =>
    `${path} cannot be written (${errno}). The part received is kept; choose another folder, or ask its owner for permission.`,
} satisfies TargetWords;

const STORE = {
  gone: (status) =>
    `The service no longer has the content (code ${status}). Your certificate stays valid; tell whoever runs the service.`,
  refused: (status) =>
    `The service refused its own download link, twice (code ${status}). Check the clock of this computer, then try again later.`,
  redirect: (status) =>
    `The download led somewhere else and was stopped (code ${status}). Sign in to your network in a browser, then try again.`,
  compressed: (status) =>
    `The service, or a proxy, changed the content on its way (code ${status}), so it was not kept. Tell whoever runs the service or your network.`,
  strange: (status) =>
    `The service sent something other than the file (code ${status}). Nothing of it was kept; try again later.`,
} satisfies StoreWords;

const RULES = {
  'too-long': 'it is too long',
  'too-many-patterns': 'there are too many of them',
  'too-many-double-stars': 'it has too many **',
  'too-costly': 'together with those above, the patterns take too long to match',
} satisfies RuleWords;

const PICKS = {
  absent: 'is not there. Nothing was taken; choose it again',
  directory: 'is a folder. Nothing was taken; watch it instead, or choose the files in it',
  symlink: 'is a link. Nothing was taken; choose the file that it leads to',
  special: 'is no ordinary file. Nothing was taken; choose another',
  'labseal-data':
    'belongs to Labseal’s own data, which is never uploaded. Nothing was taken; choose another',
  unreadable: 'cannot be read. Nothing was taken; choose it again',
} satisfies PickWords;

const CHANGES = {
  waiting: 'still waits to be sent',
  sending: 'is being sent',
  unknown: 'waits for your decision',
  left: 'was not sent again',
  delivered: 'is done',
  refused: 'was refused',
  withdrawn: 'was taken back',
} satisfies ChangeWords;

const ANSWERS = {
  html: 'A web page answered instead of the service, so nothing was done. Sign in to your network in the browser, or check the service address.',
  redirect:
    'The service address leads somewhere else, so nothing was done. Check the service address.',
  unreadable:
    'What the service answered was cut, or is not what Labseal understands, so nothing was done. Try again; if it stays, tell the people who run the service.',
} satisfies AnswerWords;

const LACKS = {
  balance: 'What answers at the service address does not tell your balance',
  service: 'What answers at the service address does not have what Labseal asked for',
} as const;

const wrongField = (field: string) =>
  `The service’s answer cannot be used: what it says for “${field}” is not as documented. Nothing was done. Tell the people who run the service.`;

const DATABASE = {
  newer: (path) =>
    `The records in ${path} were written by a newer Labseal. Nothing was changed; install that version, or a newer one.`,
  unreleased: (path) =>
    `The records in ${path} were written by a Labseal from before its first release. Nothing was changed. Put labseal.db aside and leave marker.json where it is: Labseal then starts new records, and asks the service about every file before anything is paid for.`,
  damaged: (path) =>
    `Labseal’s records in ${path} are damaged; what is on the service is safe. Restore that folder from a backup.`,
  disk: (path) =>
    `Labseal’s records in ${path} cannot be read or written. Nothing is lost; make room on that disk, then try again.`,
  busy: (path) =>
    `Another program, perhaps a backup, is using Labseal’s records in ${path}. Nothing is lost; let it finish, then try again.`,
  'open-files': () =>
    'This computer lets Labseal open no more files. Nothing is lost; close other programs, then try again.',
  'network-drive': (path) =>
    `Labseal’s data folder ${path} is on a network drive, where two computers could pay for the same file. Nothing was done; it has to be on a disk of this computer.`,
  'open-drive': (path) =>
    `Labseal’s data folder ${path} is on a drive that cannot keep files from the other users of this computer. Nothing was done; it has to be on another disk.`,
} satisfies DatabaseWords;

const standing = (state: FileState, hold: HoldReason | null, isApproved: boolean | undefined) =>
  `“${hold === null ? (state === 'held' ? 'Held' : stateLabels[namedState(state, isApproved)]) : holdLabels[hold]}”`;

const said = (serviceSays: string | null, otherwise: string) =>
  serviceSays === null || serviceSays === ''
    ? otherwise
    : `The service says: “${serviceSays}” Nothing was changed.`;

const kilobytes = (bytes: number) => `${number(Math.ceil(bytes / 1_000))} kB`;

const unavailable: FaultWords['unavailable'] = ({ why, address }) =>
  `${address === undefined || why !== 'timed-out' ? causeWords[why].happened : `No answer came in time from ${address}.`} ${causeWords[why].repair}`;

export const faults: FaultWords = {
  unavailable,
  tryAgain: 'Try again',
  sentences: {
    'not-asked': () =>
      'Labseal on this computer does not answer, so nothing was done. Try again when it does.',
    'host-lost': () =>
      'Labseal on this computer stopped answering, so it is not known whether this was done. Check again when it answers.',
    cancelled: () =>
      'The page stopped waiting for the answer, so it is not known whether this was done. Check before you try again.',
    'unknown-outcome': ({ why }) =>
      `${lostAnswerText(why)}, so it is not known whether this was done. Check before you try again.`,
    'unknown-call': () =>
      'This page and Labseal on this computer are not of the same version, so nothing was done. Load the page again.',
    'bad-input': () =>
      'Labseal cannot use what was entered, so nothing was done. Check it; if it looks right, load the page again.',
    internal: ({ logId }) =>
      `Something went wrong inside Labseal, so it is not known whether this was done. Check again; if it stays, report the code ${logId}.`,

    refused: ({ serviceSays, status }) =>
      said(
        serviceSays,
        `The service refused this and gave no reason (code ${status}). Nothing was changed; check what was entered.`,
      ),
    forbidden: ({ serviceSays }) =>
      said(
        serviceSays,
        'You have no permission for this on the service. Nothing was changed; ask the leader of the project or an administrator.',
      ),
    'not-found': ({ serviceSays, lacks }) =>
      lacks === undefined
        ? said(
            serviceSays,
            'The service does not know this, or not any more. Nothing was changed; check the list again.',
          )
        : `${LACKS[lacks]} (code 404)${serviceSays ? `: “${serviceSays}”` : '.'} Check the service address; if it is right, tell the people who run the service.`,
    'too-large': ({ serviceSays }) =>
      said(
        serviceSays,
        'The service accepts files up to 2.5 GB. Nothing was kept and nothing was charged; choose a smaller file.',
      ),
    'not-signed-in': ({ withheld }) => {
      if (withheld === undefined) return 'You are signed out. Nothing is lost; sign in again.';
      const { found, repair } = withheldWords(withheld);
      return `${found} Nothing is lost. ${repair}`;
    },
    throttled: ({ retryAfterMs }) =>
      `The service asks for a pause, so nothing was done. Try again in ${figures.duration(retryAfterMs ?? 60_000)}.`,
    unavailable: (fault) => `${unavailable(fault)} Nothing was done.`,
    'not-the-service': ({ what, field }) =>
      field === undefined ? ANSWERS[what] : wrongField(field),

    'no-such-folder': ({ path }) =>
      `There is no folder ${path} on this computer. Nothing was changed; choose another.`,
    'not-a-folder': ({ path }) =>
      `${path} is a file, not a folder. Nothing was changed; choose the folder it is in, or add the file by itself.`,
    'unreadable-folder': ({ path, errno }) =>
      `The folder ${path} cannot be read, so nothing was changed. ${unreadableSentence(errno)}`,
    'already-watched': ({ path, other }) =>
      `${path} ${path === other ? 'is watched already' : `is the same directory as ${other}, which is watched already`}. Nothing was changed; change its rules in the list of folders.`,
    'inside-watched': ({ path, other }) =>
      `${path} lies in ${other}, which is watched already. Its files are notarized with that folder.`,
    'contains-watched': ({ path, other }) =>
      `${path} contains ${other}, which is watched already. Stop watching that one first, or choose another folder.`,
    'holds-own-data': ({ path }) =>
      `${path} contains Labseal’s own data, so it cannot be watched. Choose another folder.`,
    'not-that-folder': ({ path, other }) =>
      `No known file of ${other} lies in ${path}. Nothing was changed; choose the folder that has its files.`,
    'not-in-folder': ({ path, name }) =>
      `No file in ${path} has the notarized bytes of ${name}. Nothing was changed; choose the folder that it is in.`,
    'preview-changed': ({ path }) =>
      `${path} has changed since its price was shown. Nothing was approved or charged; check the new price, then try again.`,
    'bad-rule': ({ problem }) =>
      `The pattern “${problem.pattern}” cannot be used: ${RULES[problem.why]}. Nothing was changed; shorten it.`,
    'no-label': () => 'The service wants a label for every file. Add at least one.',
    'bad-label': ({ label }) =>
      `The label “${label}” cannot be used: a label is one short line. Nothing was changed; write another.`,

    'not-an-image': () =>
      'This picture cannot be used. Nothing was changed; choose a PNG, JPEG, GIF or WebP file.',
    'image-too-large': ({ sizeBytes, mostBytes }) =>
      `The picture has ${kilobytes(sizeBytes)}, and at most ${kilobytes(mostBytes)} can be used. Nothing was changed; make it smaller.`,
    'balance-moved': ({ seenCredits, credits }) =>
      `The balance is ${number(credits)} by now and no longer ${number(seenCredits)}. Nothing was changed; check the new balance and decide again.`,
    'no-subtract-word': () =>
      'The service’s word for taking credits away is not known yet, so nothing was changed. Enter it in the administration first.',
    'no-download': () => 'Private files cannot be downloaded. Save the certificate instead.',
    'bad-link': () =>
      'The service gave a download address that is not safe to open. Nothing was opened; tell whoever runs the service.',
    'changed-meanwhile': ({ path }) =>
      `${path} was changed while it was being read, so nothing was done with it. Wait until nothing writes to it, then try again.`,
    'name-taken': ({ path, freeName }) =>
      `${path} exists already and was left as it is. Nothing was downloaded; it can be saved as “${freeName}”.`,
    'no-room': ({ path, neededBytes, freeBytes }) =>
      neededBytes === null
        ? `The disk of ${path} is full. The part received is kept; make room, then go on.`
        : `${path} does not fit on its disk: it needs ${figures.size(neededBytes)}, and ${figures.size(freeBytes)} are free. The part received is kept; make room, then go on.`,
    'cannot-write': ({ path, why, errno }) => TARGETS[why](path, errno ?? '?'),
    'store-trouble': ({ what, status }) => STORE[what](status),
    downloading: () =>
      'This file is on its way to this folder already, so nothing new was begun. Wait until it is there.',
    'unknown-download': () =>
      'This download is over: it has arrived, or was given up. Check the folder.',
    'no-evidence': ({ why }) => evidenceWords.fault(why, figures.size),

    'engine-running': ({ dataFolder }) =>
      `Another Labseal is at work with the data folder ${dataFolder}, so this one waits. Close the other one, then try again.`,
    'data-folder': ({ dataFolder, errno }) =>
      ({
        full: `The disk of Labseal’s data folder ${dataFolder} is full. Nothing is lost; make room on it, then try again.`,
        forbidden: `Labseal may not write into its data folder ${dataFolder}, so nothing was done. Allow that, then try again.`,
        other: `Labseal’s data folder ${dataFolder} cannot be used (${errno}), so nothing was done. Check its disk, then try again.`,
      })[diskTrouble(errno)],
    database: ({ trouble, path }) => DATABASE[trouble](path),
    'bad-authorities': ({ path }) =>
      `The file ${path}, which says whom this computer trusts, holds no readable certificate, so nothing was sent. Ask your IT to correct it.`,

    'bad-proxy': ({ variable }) =>
      `The proxy of this computer${variable === null ? '' : ` (${variable})`} cannot be used, so nothing was sent. It has to be an HTTP proxy; ask your IT for its address.`,

    'no-account': () => 'You are signed out, so there is nothing to work with. Sign in first.',
    'no-server': () =>
      'No service is known yet, so nothing was sent. Enter the address your institute gave you.',
    'bad-address': ({ address, fault }) => `The address “${address}” ${ADDRESSES[fault.kind]}`,
    'wrong-credentials': () =>
      'E-mail or password is not right. Check both and try again, or set a new password.',
    'sign-in-not-saved': ({ errno }) =>
      ({
        full: 'You were not signed in: the disk of Labseal’s data folder is full. Make room on it, then sign in again.',
        forbidden:
          'You were not signed in: Labseal may not write into its data folder. Allow that, then sign in again.',
        other: `You were not signed in: Labseal’s data folder cannot be written (${errno}). Check its disk, then sign in again.`,
      })[diskTrouble(errno)],
    superseded: () =>
      'Another sign-in came in between, so this one was dropped. See who is signed in, and sign in again if it is not you.',
    'not-a-token': () =>
      'That is neither the link from the e-mail nor its token, so nothing was sent. Copy it whole and try again.',
    'unknown-project': () =>
      'This project is not there: it may have been removed, or you may not see it. Nothing was changed; choose another.',
    'unknown-folder': () =>
      'This folder is not watched any more, so nothing was changed. Check the list of folders.',
    'unknown-file': () =>
      'Nothing is known about this file on this computer any more, so nothing was done. Check the list of files.',
    'unknown-audit': () =>
      'This audit is not kept any more: older ones make room for newer ones. Check the list of audits.',
    'audit-list-gone': ({ listSha256 }) =>
      `The complete list of this older audit is not kept any more. ${
        listSha256 === null
          ? 'Its digest is not known.'
          : `A saved copy is complete and unchanged if its SHA-256 is ${listSha256}.`
      }`,
    'sent-already': () =>
      'The service has this file, or may have it: its upload cannot be changed any more. Wait for its record.',
    'not-in-line': ({ state, isApproved }) =>
      `This file does not wait for an upload: it is ${standing(state, null, isApproved)}. Nothing was changed. ${LOOK_AGAIN}`,
    'cannot-pick': ({ pick: { path, why, errno } }) =>
      errno === undefined
        ? `${path} ${PICKS[why]}.`
        : `${path} cannot be read, so nothing was taken. ${unreadableSentence(errno)}`,
    'cannot-approve': ({ state, hold, isApproved }) =>
      `This file waits for no approval: it is ${standing(state, hold, isApproved)}. Nothing was spent. ${LOOK_AGAIN}`,
    'limits-not-named': () =>
      'A limit would be passed that was not on screen, so nothing was approved. Look at the limits again.',
    'more-than-balance': ({ credits, balance }) =>
      `They cost at most ${number(credits)} credits and you have ${number(Math.max(0, balance))}. Nothing was approved; choose fewer files.`,
    'dearer-than-agreed': ({ credits, agreedCredits }) =>
      `It costs ${number(credits)} credits by now, more than the ${number(agreedCredits)} you agreed to. Nothing was recorded or charged; check the price again.`,
    'no-offer': () =>
      'The price that was shown is not known any more. Nothing was approved; look at the price again.',
    'below-reserve': ({ reserve, left }) =>
      `This would leave ${number(left)} credits and use your reserve of ${number(reserve)}. Nothing was sent; agree to that, or lower the reserve.`,
    'not-in-doubt': ({ state, hold, isApproved }) =>
      `There is nothing to decide about this upload: the file is ${standing(state, hold, isApproved)}. Nothing was changed. ${LOOK_AGAIN}`,
    'no-certificate-yet': ({ state, isApproved }) =>
      state === 'notarized'
        ? noCertificateSentence
        : `The file is ${standing(state, null, isApproved)}, so there is no certificate yet. It can be seen here once the record is on the chain.`,
    'not-a-certificate': ({ what }) => notACertificateSentence(what),
    'unknown-user': ({ asked }) =>
      `The service knows nobody as “${asked}”, so nothing was done. Check the spelling; they may have to register first.`,
    'user-not-shown': ({ asked }) =>
      `The service listed no “${asked}”, but its list is not complete. Nothing was done; check the spelling, or try again later.`,
    'no-look-up': ({ email }) =>
      `The service does not let your account look up ${email}, so nothing was done. The leader of the project or an administrator may be able to.`,
    'unknown-change': () =>
      'This change is not in the outbox any more, so nothing was done. Check the outbox.',
    'change-open': () =>
      'You asked for this before, and its result is not known yet, so nothing new was sent. Check the outbox first.',
    'change-refused': () =>
      'It was not accepted, so nothing was changed. The outbox says why, and what you can do.',
    'change-elsewhere': ({ state }) =>
      `This change ${CHANGES[state]}, so that cannot be done with it now. Check the outbox.`,
    'not-on-platform': ({ wish }) =>
      `This file has no record of its own on the service, so there is nothing to ${wish}. Nothing was charged.`,
  },
};
