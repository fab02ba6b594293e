import { number, plural } from './figures.ts';

export const newcomer = {
  credits: 'You have no credits yet',
  fewCredits: 'You do not have enough credits',
  creditsText:
    'Each notarization costs credits, and only an administrator of the service can add them. Labseal cannot request them for you: it writes the message, and you send it.',
  project: 'You are in no project yet',
  projectText: (email: string) =>
    `Every file belongs to a project. The leader of a project can invite ${email}, or you create a project yourself.`,
  outside: 'You are not among its members, so the service may refuse your files.',
  invitedText: 'You can add files to a project once you have accepted its invitation.',
  acceptTo: (project: string) => `Accept invitation to ${project}`,
  askInvitation: 'Ask for an invitation…',
  askInvitationTitle: 'Ask for an invitation',
  sendThis: 'Send this text to whoever can help, for example by e-mail.',
  creditsLetter: (server: string) => `Please add credits to my account on ${server}.`,
  hasCredits: (has: string, prices: { project: number; invitation: number; private: number }) =>
    `It has ${has}. A private file costs ${plural(prices.private, 'credit', 'credits')}, a public file its size in MB, a project ${number(prices.project)} and an invitation ${number(prices.invitation)}.`,
  howToAdd: (email: string, userId: string) =>
    `For administrators: open Users in Labseal and choose ${email}, or run “labseal admin credit add ${userId} AMOUNT”.`,
  invitationLetter: (server: string) => `Please invite me to your project on ${server}.`,
  howToInvite: (email: string) =>
    `For leaders of projects: open Members of the project in Labseal and enter ${email}, or run “labseal member invite ${email} --project ID”. Please tell me the project id then; it is on the same page.`,
  accept: 'Accept an invitation',
  acceptText:
    'The service may not list a project before you have accepted its invitation. Ask whoever invited you for the project id.',
  projectId: 'Project id',
  needId: 'Enter the project id.',
  accepted: 'You are a member of the project now.',
  waits: 'The invitation will be accepted as soon as the service is available.',
  refused: (why: string) => `The invitation was not accepted. ${why}`,
  noInvitation: (email: string) =>
    `The service has no open invitation for ${email} to this project. Check the project id.`,
  tooFew: (has: string, price: string) => `You have ${has}; a project costs ${price}.`,
};
