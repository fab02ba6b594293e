import type { Purse } from '../../../src-shared/model/money/spend-limits.ts';
import { number, plural, pluralForm } from './figures.ts';

/** Files that go now, and those that wait. */
export interface Some {
  readonly now: number;
  readonly later: number;
}

/** What waits of files that cost more than may be spent. */
export type Waits = 'it' | 'rest' | 'all' | Some;

export const spend = {
  title: (files: number) => `Notarize ${plural(files, 'file', 'files')}?`,
  files: 'Files',
  balance: 'Balance',
  left: 'Left afterwards',
  has: ({ credits, reserve, free }: Purse) =>
    [
      number(credits),
      ...((reserve ?? 0) === 0 ? [] : [`reserve ${number(reserve ?? 0)}`]),
      ...(credits > (free ?? credits)
        ? [`${number(credits - (free ?? credits))} set aside for approved files`]
        : []),
    ].join(', '),
  notRead: 'Not read yet',
  short: 'Short by',
  noCredits: 'Not enough credits',
  shortText: {
    it: 'It waits until you have enough credits.',
    rest: 'The rest waits until you have enough credits.',
    all: 'All of them wait until you have enough credits.',
    some: ({ now, later }: Some) =>
      `${number(now)} now, ${pluralForm(later, '1 waits', `${number(later)} wait`)} until you have enough credits.`,
  },
  reserveText: {
    it: 'It would use your reserve, so it waits until you lower that or let it be used.',
    rest: 'The rest would use your reserve, so it waits until you lower that or let it be used.',
    all: 'They would use your reserve, so they wait until you lower that or let it be used.',
    some: ({ now, later }: Some) =>
      `${number(now)} now; ${pluralForm(
        later,
        '1 would use your reserve, so it waits',
        `${number(later)} would use your reserve, so they wait`,
      )} until you lower that or let it be used.`,
  },
  neverMore: 'It may cost less, never more.',
  again:
    'The service received this before and did not write it to the chain. That upload may have been charged; this one is charged too.',
  approveBeyond: {
    reserve: (files: number, price: string) =>
      `Notarize ${plural(files, 'file', 'files')} and use the reserve (${price})`,
    limit: (files: number, price: string) =>
      `Notarize ${plural(files, 'file', 'files')} beyond the limit (${price})`,
  },
  passes: {
    reserve: (limit: number) => `This leaves less than your reserve of ${number(limit)}.`,
    month: (limit: number) => `This goes over your monthly limit of ${number(limit)}.`,
    folder: (limit: number) => `This goes over the folder’s budget of ${number(limit)}.`,
  },
  approve: (files: number, price: string) =>
    `Notarize ${plural(files, 'file', 'files')} (${price})`,
  /** Wherever a hold is lifted: what that breaks is in the question. */
  approveHeld: (files: number) => `Notarize ${plural(files, 'held file', 'held files')}…`,
  free: 'free',
  hasGrown: 'The price has just grown, so nothing was approved. Look at it and press again.',
  waits: (files: number) =>
    pluralForm(
      files,
      '1 file waits for your approval.',
      `${number(files)} files wait for your approval.`,
    ),
  kinds: {
    fresh: (files: number) => `${number(files)} new`,
    review: (files: number) => `${number(files)} you wanted to look at first`,
    size_confirm: (files: number) => `${number(files)} close to 2.5 GB`,
    record_deleted: (files: number) => `${number(files)} whose record was deleted`,
  },
  willGo: (files: number, short: number, isForReserve: boolean) =>
    `${pluralForm(files, '1 file will be notarized', `${number(files)} files will be notarized`)}${
      short === 0
        ? ''
        : isForReserve
          ? `; ${pluralForm(short, '1 would use your reserve and waits', `${number(short)} would use your reserve and wait`)}`
          : `, ${number(short)} more once you have enough credits`
    }.`,
  undo: 'Undo',
  undone: (files: number, underWay: number) =>
    [
      ...(files > 0
        ? [
            pluralForm(
              files,
              '1 file waits for your approval again.',
              `${number(files)} files wait for your approval again.`,
            ),
          ]
        : []),
      ...(underWay > 0
        ? [
            pluralForm(
              underWay,
              '1 is being sent already.',
              `${number(underWay)} are being sent already.`,
            ),
          ]
        : []),
    ].join(' '),
  costs: (files: number, price: string) =>
    pluralForm(files, `It costs ${price}`, `They cost ${price} together`),
  leaves: (credits: number) => `${number(credits)} left afterwards.`,
  lacks: (lacking: number, reserve: number, waits: Waits) =>
    `${number(lacking)} short${reserve === 0 ? '' : `, your reserve of ${number(reserve)} included`}: ${waitsText(waits)} until you have enough.`,
  usesReserve: (reserve: number, waits: Waits) =>
    `this would use your reserve of ${number(reserve)}: ${waitsText(waits)}.`,
  largeBatch: 'So many came at once that no budget pays for them before you have looked.',
};

const WAITS = { it: 'it waits', rest: 'the rest waits', all: 'all of them wait' };

function waitsText(waits: Waits): string {
  if (typeof waits === 'string') return WAITS[waits];
  const { now, later } = waits;
  return `${number(now)} now, ${pluralForm(later, '1 waits', `${number(later)} wait`)}`;
}

export const spending = {
  price: 'Price',
  balance: 'Your balance',
  fromTo: (before: number, after: number) => `${number(before)} → ${number(after)}`,
  agree: (what: string, credits: number) => `${what} (${plural(credits, 'credit', 'credits')})`,
  withWaiting: (credits: number) => `with ${plural(credits, 'credit', 'credits')} that wait`,
  queue: 'Send when online',
  alreadyThere: 'It is so already. Nothing was sent and nothing was spent.',
  tooFewCredits: (needed: number, balance: number) =>
    `It costs ${plural(needed, 'credit', 'credits')} and you have ${number(balance)}. Nothing was sent.`,
  changedThere:
    'Somebody changed it while you were away. Nothing was sent; choose what it should be.',
  projectFull: (members: number, most: number) =>
    `The project is full (${members} of ${most}). Nothing was charged.`,
  projectAway: {
    hidden: 'The service does not show this project to your account.',
    gone: 'The service does not know this project, or does not show it to your account.',
  },
  unread: {
    projects:
      'Nothing was sent: the service does not show your projects. Labseal checks them first, so that none is paid for twice.',
    project: 'Nothing was sent: the service does not show you this project. Ask its leader.',
    person:
      'Nothing was sent: the service does not let your account look people up by e-mail address.',
    balance:
      'Nothing was sent: the service does not show your balance. Labseal checks it before it spends credits.',
    file: 'Nothing was sent: the service does not show you this file. Labseal checks it first, so that no deletion is paid for twice.',
    record:
      'Nothing was sent: the service does not show your profile, and an edit would replace all of it.',
    tags: 'Nothing was sent: an earlier answer was lost, and the service does not let your account search tags. Check on the service whether the tag exists.',
  },
  noAccount: (email: string) =>
    `There is no account with the address ${email}. Nothing was charged.`,
  belowReserve: (left: number, reserve: number) =>
    `It would leave ${number(left)} credits and use your reserve of ${number(reserve)}. Nothing was sent.`,
  wouldWait:
    'The service cannot be asked now. It is sent when you are online again, for this price.',
  wouldCancel: 'A change that waits is taken back. Nothing is sent or charged.',
  projectExists: 'You have a project with this name and these dates already. Nothing was sent.',
  goesByItself: 'It is sent automatically when you are online.',
  waits: 'It was not done yet, and waits for your approval.',
  sending: 'It is being sent.',
  unknown:
    'The answer was lost, so it may have been done and paid for. Labseal looks before anything is sent again.',
  denied: 'It may have been done and paid for all the same.',
  denialOpen: 'Labseal is checking that. No decision is needed yet.',
  earlierLost: 'The result of an earlier try is unknown, and it may have been charged.',
  delivered: 'Done.',
  withdrawn: 'It was taken back. Nothing was spent.',
};
