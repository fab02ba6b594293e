/** The English words about downloads, for every face. */
import type { DownloadFault } from '../../status/core-fault.ts';
import type { ArrivalVerdict, StartedAgain } from '../../files/download-view.ts';
import { assertNever } from '../../result.ts';
import { byteText } from './figures.ts';

export function downloadFaultSentence(fault: DownloadFault): string {
  switch (fault.kind) {
    case 'name-taken':
      return `${fault.path} exists already and was left as it is. Nothing was downloaded. With --keep-both it is saved as "${fault.freeName}".`;
    case 'no-room':
      return `${fault.path} does not fit on its disk: ${roomText(fault)}. The part received is kept; make room and start it again.`;
    case 'cannot-write':
      return folderSentence(fault);
    case 'store-trouble':
      return storeSentence(fault.what, fault.status);
    case 'downloading':
      return `"${fault.asked}" is on its way to this folder already. Wait until it is there.`;
    case 'unknown-download':
      return `There is no download ${fault.id} any more. It has arrived, or was given up.`;
    default:
      return assertNever(fault);
  }
}

function folderSentence({
  path,
  why,
  errno,
}: Extract<DownloadFault, { kind: 'cannot-write' }>): string {
  switch (why) {
    case 'own-data':
      return `Labseal keeps its own data in ${path}, so nothing is downloaded there. Choose another folder with --to.`;
    case 'not-a-folder':
      return `${path} is a file, so nothing can be downloaded into it. Name a folder with --to.`;
    case 'system':
      return `${path} cannot be written (code ${errno ?? 'unknown'}). Choose another folder with --to, or ask its owner for permission.`;
    default:
      return assertNever(why);
  }
}

function roomText({ neededBytes, freeBytes }: Extract<DownloadFault, { kind: 'no-room' }>): string {
  return neededBytes === null
    ? 'the disk is full'
    : `it needs ${byteText(neededBytes)}, and ${byteText(freeBytes)} are free`;
}

function storeSentence(
  what: Extract<DownloadFault, { kind: 'store-trouble' }>['what'],
  status: number,
): string {
  switch (what) {
    case 'gone':
      return `The service no longer has the content (code ${status}). Your certificate stays valid; tell whoever runs the service.`;
    case 'refused':
      return `The service refused its own download link, twice (code ${status}). Check the clock of this computer, then try again later.`;
    case 'redirect':
      return `The download led somewhere else and was stopped (code ${status}). Sign in to your network in a browser, then try again.`;
    case 'compressed':
      return `The service, or a proxy, changed the content on its way (code ${status}), so it was not kept. Tell whoever runs the service or your network.`;
    case 'strange':
      return `The service sent something other than the file (code ${status}). Nothing of it was kept; try again later.`;
    default:
      return assertNever(what);
  }
}

/** What the bytes that came were found to be. */
export const arrivalSentences: Readonly<Record<ArrivalVerdict, string>> = {
  match: 'It matches its record: these are the bytes that were notarized.',
  mismatch:
    'It does not match its record, so it was kept under a name that says so. Do not use it as the notarized file; tell whoever runs the service.',
  unsure: 'It cannot be compared with its record yet. The file was kept; verify it later.',
};

export const againSentences: Readonly<Record<StartedAgain, string>> = {
  changed: 'The service has other content by now, so the download began again.',
  'no-ranges': 'The service gives files only as a whole, so the download began again.',
  'did-not-fit': 'The pieces did not fit together, so the download began again.',
};

/** The service keeps a count, and a pause costs nothing but another one. */
export const COUNTED_SENTENCE = 'The service counts each download, also one that is continued.';
