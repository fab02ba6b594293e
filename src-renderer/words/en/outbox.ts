import { plural } from './figures.ts';

export const outbox = {
  title: 'Outbox',
  none: 'Nothing waits to be sent',
  noneText: 'New projects, invitations and deletions that could not be sent at once appear here.',
  waitTogether: (changes: number, price: string) =>
    `${plural(changes, 'change waits', 'changes wait')}: ${price}`,
  asking: 'Needs you',
  waiting: 'Waiting to be sent',
  over: 'Earlier',
  createProject: (name: string) => `Create project ${name}`,
  invite: (name: string) => `Invite ${name}`,
  deleteFile: (name: string) => `Delete ${name}`,
  removeMember: (name: string) => `Remove ${name}`,
  activateMember: (name: string) => `Accept the invitation of ${name}`,
  editProject: (name: string) => `Change project ${name}`,
  createTag: (name: string) => `Create tag ${name}`,
  editProfile: 'Change your profile',
  setAvatar: 'Change your picture',
  sendNow: (price: string) => `Send now (${price})`,
  sendTitle: 'Send what waits?',
  belowFloor: (left: string, floor: string) =>
    `This leaves ${left} credits, below the ${floor} you want to keep.`,
  checkNow: 'Check now',
  checkNowOf: (name: string) => `Check now: ${name}`,
  sendAgain: (price: string) => `Send again (${price})`,
  sendAgainOf: (name: string) => `Send again: ${name}`,
  sendAgainTitle: (name: string) => `Send again: ${name}?`,
  sendAgainText: (price: string) =>
    `The first try may have been done. Sending it again may charge ${price} a second time. It waits in the outbox until you send it.`,
  leave: 'Keep as unknown',
  leaveOf: (name: string) => `Keep as unknown: ${name}`,
  putAway: 'Put away',
  putAwayOf: (name: string) => `Put away: ${name}`,
  undo: 'Undo',
  undoOf: (name: string) => `Undo: ${name}`,
  findings: {
    'not-looked': 'The service could not be looked at yet.',
    'too-early': 'The service does not show it yet; that means something after ten minutes only.',
    absent:
      'The service does not show it, in whole lists read more than ten minutes later: probably it was not done.',
    several: 'The service shows more than one thing that it could be.',
    'cannot-tell': 'The service does not show enough to tell.',
  },
};
