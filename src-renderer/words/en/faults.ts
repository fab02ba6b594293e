export const faults = {
  notSent: 'Labseal on this computer does not answer, so nothing was done. Try again when it does.',
  answerLost:
    'Labseal on this computer stopped answering, so it is not known whether this was done. Look again when it answers.',
  outcomeUnknown:
    'The service did not answer in time, so it is not known whether this was done. Look before you try again.',
  unknownUser:
    'The service knows nobody with this e-mail address. They may have to register first.',
  changeOpen: 'The same was asked for before and its end is open. Look at it there first.',
  dearer: 'It costs more by now than you agreed to. Nothing was spent; look at the price again.',
  unavailable: 'The service cannot be reached. Check the network and its address, then try again.',
  throttled: 'The service asks for a pause. Try again in a minute.',
  notTheService: 'Something other than the service answered. Check the service address.',
  signedOut: 'Your session has ended. Sign in again.',
  refused: 'The service refused this.',
  serviceSays: (words: string) => `The service says: “${words}”`,
  unexpected: (code: string) =>
    `Something went wrong inside Labseal. Try again; if it stays, report the code ${code}.`,
  noFolder: (path: string) => `There is no folder ${path} on this computer.`,
  notAFolder: (path: string) => `${path} is no folder.`,
  unreadableFolder: (path: string) => `You may not read ${path}.`,
  watchedAlready: (path: string) => `${path} is watched already.`,
  insideWatched: (path: string, other: string) =>
    `${path} lies in ${other}, which is watched already.`,
  containsWatched: (path: string, other: string) =>
    `${path} contains ${other}, which is watched already.`,
  ownData: 'Labseal keeps its own data there. Choose another folder.',
  badRule: (pattern: string) => `The pattern ${pattern} cannot be used.`,
  needLabel: 'Add at least one label.',
  badLabel: (label: string) => `The label ${label} cannot be used.`,
  cannotPick: (path: string) =>
    `${path} cannot be taken: it is not there, cannot be read, or is no ordinary file.`,
  unknownFile: 'Nothing is known about this file on this computer any more.',
  unknownFolder: 'This folder is not watched any more.',
  sentAlready: 'The service has this file, or may have it: its upload cannot be changed any more.',
  notWaiting: 'This file does not wait for that any more. Look at it again.',
  notInDoubt: 'This upload is in no doubt any more. Look at it again.',
  notOnPlatform: 'This file has no record of its own on the platform.',
  noCertificate: 'There is no certificate of it yet.',
  diskTrouble:
    'The data folder of Labseal cannot be written. Make room on its disk, then try again.',
  tooLarge: 'The service accepts files up to 2.5 GB. Nothing was sent and nothing was charged.',
  noPermission: 'You have no permission for this.',
  tryAgain: 'Try again',
};
