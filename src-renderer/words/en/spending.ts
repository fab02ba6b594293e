import { number, plural } from './figures.ts';

export const spending = {
  price: 'Price',
  balance: 'Your balance',
  fromTo: (before: number, after: number) => `${number(before)} → ${number(after)}`,
  agree: (what: string, credits: number) => `${what} (${plural(credits, 'credit', 'credits')})`,
  cancel: 'Cancel',
  alreadyThere: 'It is so already. Nothing was sent and nothing was spent.',
  tooFewCredits: (needed: number, balance: number) =>
    `It costs ${plural(needed, 'credit', 'credits')} and you have ${number(balance)}. Nothing was sent.`,
  projectExists: 'You have a project with this name and these dates already. Nothing was sent.',
  waits: 'It could not be sent now. It waits, and nothing was spent.',
  sending: 'It is being sent.',
  unknown:
    'The answer was lost, so it may have been done and paid for. Labseal looks before anything is sent again.',
  delivered: 'Done.',
  withdrawn: 'It was taken back. Nothing was spent.',
};
