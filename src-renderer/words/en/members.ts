import { number, plural } from './figures.ts';

export const members = {
  summary: (count: number, invited: number, notSent: number, most: number | null) =>
    [
      plural(count, 'member', 'members'),
      ...(invited === 0 ? [] : [`${number(invited)} invited`]),
      ...(notSent === 0 ? [] : [plural(notSent, 'invitation not sent', 'invitations not sent')]),
      ...(most === null ? [] : [`limit ${number(most)}`]),
    ].join(' · '),
  people: 'People of this project',
  none: 'Only the leader so far',
  noneText: 'Invite somebody to share the work on this project.',
  role: 'Role',
  status: 'State',
  actions: 'Actions',
  member: 'Member',
  joined: 'Joined',
  pending: 'Invited',
  you: 'you',
  invite: 'Invite a member',
  inviteText: 'They need an account on the service. The whole e-mail address is needed.',
  projectId: 'Project id',
  projectIdText:
    'Tell it to whoever you invite: the service may list the project for them only after they have accepted.',
  invitePrice: (credits: number) => `Invite… (${plural(credits, 'credit', 'credits')})`,
  inviteAgree: 'Invite',
  inviteTitle: (name: string) => `Invite ${name}?`,
  needEmail: 'Enter an e-mail address.',
  mayNot: 'The service does not let you invite anybody.',
  mayNotSays: (words: string) => `You may not invite anybody. The service says: “${words}”`,
  invited: (name: string) => `${name} was invited.`,
  activate: 'Accept invitation',
  moreAbout: (name: string) => `More about ${name}`,
  override: 'Accept for them…',
  overrideTitle: (name: string) => `Accept the invitation for ${name}?`,
  overrideText:
    'Accepting is up to whoever is invited. As the leader you can do it for them; they see the files of the project at once.',
  overrideAgree: 'Accept for them',
  activated: (name: string) => `${name} has joined.`,
  remove: 'Remove',
  withdraw: 'Take invitation back',
  leave: 'Leave the project',
  leaveTitle: 'Leave this project?',
  leaveText: 'You lose access to its files. What you notarized stays as it is.',
  removeTitle: (name: string) => `Remove ${name} from the project?`,
  removeText: 'They lose access to its files. What they notarized stays as it is.',
  withdrawTitle: (name: string) => `Take the invitation of ${name} back?`,
  withdrawText: 'The credits for the invitation are not given back.',
  removed: (name: string) => `${name} is no longer a member.`,
  keep: 'Leave as it is',
  incomplete:
    'The service did not show everybody, or does not stop listing. There may be more members.',
  willBeInvited: (name: string, price: string) =>
    `${name} will be invited when you are online. It costs ${price} then.`,
  willBeActive: (name: string) => `${name} will have joined when you are online.`,
  willBeRemoved: (name: string) => `${name} will be removed when you are online.`,
  withProject: (people: number) =>
    `${plural(people, 'person is', 'people are')} invited together with the project.`,
  lookedUp: 'Will be looked up when online',
  lookedUpText: 'Nobody here knows this address yet. It will be looked up when you are online.',
  warnMember: (name: string) => `${name} is a member already.`,
  warnWaiting: 'An invitation for this person waits already.',
  warnFull: (there: number, most: number) =>
    `The project is full (${number(there)} of ${number(most)}, with those who wait).`,
  warnCredits: (left: string) =>
    `Not enough credits: ${left} are left after everything that waits.`,
  warnMayNot: 'When the service was last asked, you were not allowed to invite anybody.',
  unsentCost: (price: string) => `Cost of unsent invitations: ${price}`,
  balanceAfter: (before: string, after: string) =>
    `balance ${before}, ${after} after everything that waits`,
};
