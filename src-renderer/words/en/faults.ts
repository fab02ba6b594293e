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
  tryAgain: 'Try again',
};
