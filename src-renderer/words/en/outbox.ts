import { plural } from './figures.ts';

export const outbox = {
  title: 'Outbox',
  none: 'Nothing waits to be sent',
  noneText: 'Changes that could not be sent at once appear here.',
  waitTogether: (changes: number, price: string) =>
    `${plural(changes, 'change waits', 'changes wait')}: ${price}`,
  asking: 'Needs attention',
  waiting: 'Waiting to be sent',
  over: 'Earlier',
  sendNow: (price: string) => `Send now (${price})`,
  sendTitle: 'Send what waits?',
  belowReserve: (left: string, reserve: string) =>
    `This leaves ${left} credits and uses your reserve of ${reserve}.`,
  checkNow: 'Check now',
  checkNowOf: (name: string) => `Check now: ${name}`,
  sendAgain: (price: string) => `Send again (${price})`,
  sendAgainOf: (name: string) => `Send again: ${name}`,
  sendAgainTitle: (name: string) => `Send again: ${name}?`,
  sendAgainText: (price: string) =>
    `The first try may have been done; sending it again may charge ${price} a second time. It waits in the outbox until you send it.`,
  leave: "Don't send again",
  leaveOf: (name: string) => `Don't send again: ${name}`,
  putAway: 'Dismiss',
  about: (what: string, change: string) => `${what}: ${change}`,
  after: (change: string) => `After: ${change}`,
  free: 'no cost',
  sendFree: 'Send now',
  isOffline: 'You work offline. Nothing is sent until you go online.',
  balanceAfter: (before: string, after: string) =>
    `Balance ${before}, ${after} after everything that waits`,
  changedThere: (name: string) => `${name} changed while you were away`,
  changedThereText:
    'Someone changed the same on the service. Nothing of yours was sent; choose what it should be.',
  base: (value: string) => `When you edited: ${value}`,
  mine: (value: string) => `Yours: ${value}`,
  theirs: (value: string) => `On the service: ${value}`,
  rest: (fields: string) => `Will be sent with it: ${fields}`,
  chooseAll: 'Choose for each field first.',
  sendChoices: 'Send my choices',
  discard: 'Discard my changes',
  later: 'Decide later',
  decide: 'Decide…',
  decideOf: (name: string) => `Decide: ${name}`,
  untilCredits: 'Keep until there are credits',
  keepInLine: 'Keep it in the outbox',
  useExisting: 'Use the project that is there',
  raiseLimit: (most: number, price: string) => `Raise the limit to ${most} and invite (${price})`,
  fixEmail: 'Fix e-mail',
  useEmail: 'Use this address',
  copyInvitation: 'Copy invitation text',
  invitation: (email: string, project: string, server: string) =>
    `I would like to work with you on the project “${project}”. Please create an account for ${email} at ${server} and tell me, so that I can invite you.`,
  copyRequest: 'Copy request to leader',
  request: (change: string, project: string) =>
    `I may not do this in the project “${project}” myself: ${change}. Could you do it, or let me?`,
  discardAll: (changes: number) => `Discard ${plural(changes, 'change', 'changes')}`,
  saveAsText: 'Save as text',
  sendUnseen: 'Send my edit unseen',
  unseen:
    'Labseal cannot see whether somebody else changed the same fields. Sent unseen, your values replace what is there.',
  undoOf: (name: string) => `Undo: ${name}`,
  findings: {
    'not-looked': 'The service could not be asked yet.',
    'too-early': 'The service does not show it yet. Wait ten minutes before deciding.',
    absent: 'After ten minutes the service still does not show it: probably it was not done.',
    several: 'The service shows more than one thing that it could be.',
    'cannot-tell': 'The service does not show enough to tell.',
    charged:
      'The service does not show it, but credits are gone that nothing here explains: it may have been charged.',
  },
};

export const pending = {
  edited: 'Not sent yet',
  was: (value: string) => `Not sent yet · was ${value}`,
  nothing: 'nothing',
  needsWord: (price: string) => `Waiting for your approval · ${price}`,
  sending: 'Sending…',
  unknown: 'Checking whether it arrived',
  refused: (why: string) => `Not accepted: ${why}`,
  undoOf: (what: string) => `Undo: ${what}`,
  review: 'Decide in the outbox',
  reviewOf: (what: string) => `Decide in the outbox: ${what}`,
  changesWait: (changes: number) =>
    changes === 1
      ? '1 change will be sent when you are online.'
      : `${plural(changes, 'change', 'changes')} will be sent when you are online.`,
  needYou: (changes: number) => `${plural(changes, 'change needs', 'changes need')} attention.`,
  seeOutbox: 'See Outbox',
  sent: (sent: number, needYou: number) =>
    [
      ...(sent > 0 ? [`${plural(sent, 'change', 'changes')} sent`] : []),
      ...(needYou > 0
        ? [
            `${plural(needYou, sent > 0 ? 'needs' : 'change needs', sent > 0 ? 'need' : 'changes need')} attention`,
          ]
        : []),
    ].join(', '),
  offline: 'Work offline',
  offlineText: 'Nothing is asked or sent until you go online again. Changes wait in the outbox.',
  isOffline: 'Working offline',
  goOnline: 'Go online',
};
