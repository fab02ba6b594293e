import { transactionType } from '../../../src-shared/model/words/en/transaction-type.ts';
import { number, plural, pluralForm } from './figures.ts';

/** All in credits. `onTheirWay`: of those that are there. */
export interface Missing {
  readonly there: number;
  readonly onTheirWay: number;
  readonly reserve: number;
  readonly missing: number;
}

export const credits = {
  title: 'Credits',
  balance: 'Balance',
  unknownBalance: 'Balance not read yet',
  maybeOld: 'The balance may be out of date.',
  reserve: (credits_: number) => `Reserve: ${number(credits_)}`,
  enoughForAll: 'Enough for all that waits.',
  enoughFor: (fitting: number, files: number) =>
    fitting === 0
      ? pluralForm(
          files,
          'Not enough for the file that waits.',
          `Not enough for any of ${number(files)} files.`,
        )
      : `Enough for ${number(fitting)} of ${plural(files, 'file', 'files')}; the rest wait.`,
  reserveKeeps: (reserve_: number, files: number) =>
    `Your reserve of ${number(reserve_)} leaves nothing for ${pluralForm(files, 'the file that waits', `any of ${number(files)} files`)}.`,
  notForChanges: (price: string) =>
    `Enough for all files, not for the changes that wait (${price}).`,
  onTheirWay: (credits_: number) => `${number(credits_)} on their way`,
  queueNeeds: (files: number, price: string) =>
    `${plural(files, 'file waits', 'files wait')}: ${price}`,
  changesNeed: (changes: number, price: string) =>
    `${plural(changes, 'change waits', 'changes wait')}: ${price}`,
  limitsTitle: 'Limits',
  limits: {
    reserve: {
      label: 'Reserve',
      text: 'Uploads leave this much of your balance alone',
      field: 'Credits to keep in reserve',
    },
    month: {
      label: 'Per month',
      text: 'The most that uploads from this computer spend in a calendar month (UTC)',
      field: 'Credits per month',
    },
  },
  largeBatches: (files: number) =>
    `A folder that brings more than ${number(files)} new files at once always waits for you.`,
  folderBudget: 'Budget of this folder, changed with the folder',
  noLimit: 'None',
  change: 'Change',
  changeOf: (label: string) => `Change: ${label}`,
  emptyLifts:
    'Empty means no limit. Files that you approved and that wait for this limit are sent as soon as it allows.',
  wholeNumber: 'Enter a whole number of credits, or nothing.',
  heldTitle: (files: number) => `Held for credits or a limit (${number(files)})`,
  smallestFirst: 'smallest first',
  allHeld: (files: number) => `All ${number(files)} files`,
  goesByItself: 'sent automatically once credits are available',
  selected: (files: number, sum: string, spendable: string | null) =>
    spendable === null
      ? `Selected ${number(files)} · ${sum} credits`
      : `Selected ${number(files)} · ${sum} of ${spendable} credits`,
  chooseFirst: 'Choose files to decide about them.',
  moreThanThere: 'This is more than the balance has left.',
  releaseSelected: (price: string) => `Notarize selected (${price})`,
  releaseFitting: (files: number, price: string) =>
    `Notarize what fits: ${plural(files, 'file', 'files')} (${price})`,
  someGoByThemselves: 'Some are sent automatically once credits are available.',
  makePrivate: (price: string) => `Make private (${price})…`,
  allPrivate: 'These are private already.',
  makePrivateTitle: (files: number) =>
    pluralForm(
      files,
      'Notarize this file as private?',
      `Notarize ${number(files)} files as private?`,
    ),
  makePrivateAgree: (files: number, price: string) =>
    pluralForm(files, `Make it private (${price})`, `Make them private (${price})`),
  asPublic: 'As public files',
  privateMeans:
    'Nobody can download private files from the service. They get a certificate as public ones do.',
  privateForGood:
    'This cannot be undone: making a file public later is a second upload, at the public price.',
  ask: 'Ask for credits…',
  askTitle: 'Ask for credits',
  copyText: 'Copy text',
  askMissing: ({ there, onTheirWay, reserve, missing }: Missing) =>
    `${[
      pluralForm(there, '1 credit is there', `${number(there)} credits are there`),
      ...(onTheirWay === 0 ? [] : [`${number(onTheirWay)} of them on their way`]),
      ...(reserve === 0 ? [] : [`${number(reserve)} to be kept as a reserve`]),
    ].join(
      ', ',
    )}: ${pluralForm(missing, '1 more is needed', `${number(missing)} more are needed`)}.`,
  askWho: (email: string, userId: string) => `Account: ${email} (user id ${userId})`,
  history: 'Transactions',
  from: 'From',
  to: 'To',
  exportCsv: 'Export CSV',
  copyFrom: (moment: string) => `Saved copy, read ${moment}`,
  unknownDays: (days: number) => `${plural(days, 'day', 'days')} could not be read.`,
  day: 'Day (UTC)',
  spent: 'Spent',
  added: 'Added',
  leftAtEnd: 'Left at the end of the day',
  spentByDay: 'Spent by day',
  leftByDay: 'Left at the end of each day',
  spentChart: (total: string, days: number) =>
    `${total} credits in ${plural(days, 'day', 'days')}.`,
  leftChart: (least: string, most: string, last: string) =>
    `Between ${least} and ${most} credits, ${last} at the end.`,
  nothingSpent: 'Nothing was spent on these days yet.',
  nothingLeft: 'No credits on any of these days yet.',
  leftUnknown: 'Known only for dates up to today, once the balance has been read.',
  noEntries: 'No transactions in these dates.',
  noEntriesText: 'Choose other dates, or come back after your first upload.',
  amount: 'Credits',
  for: 'For',
  type: 'Type',
  typeText: transactionType,
  notInHistory: 'Not in the service’s history yet',
  matched:
    'The service does not say what a charge was for. Labseal found the file or the change by time and amount.',
  deviates: (charged: string, expected: string) =>
    `The service charged ${charged} where at most ${expected} was expected.`,
  charges: {
    project: (name: string) => `Project ${name}`,
    member: (name: string) => `First member of project ${name}`,
    invitation: (name: string) => `Invitation of ${name}`,
    deletion: (name: string) => `Deletion of ${name}`,
  },
};
