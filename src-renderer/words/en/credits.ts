import { transactionType } from '../../../src-shared/model/words/en/transaction-type.ts';
import { number, plural, pluralForm } from './figures.ts';

export const credits = {
  title: 'Credits',
  balance: 'Balance',
  unknownBalance: 'Balance not read yet',
  maybeOld: 'The balance may be out of date.',
  keeps: (credits_: number) => `${number(credits_)} of them you want to keep`,
  available: (credits_: string) => `${credits_} available after everything that waits`,
  short: (credits_: string) => `${credits_} short for everything that waits`,
  queueNeeds: (files: number, price: string) =>
    `${plural(files, 'file that waits needs', 'files that wait need')} about ${price}`,
  changesNeed: (changes: number, price: string) =>
    `${plural(changes, 'change needs', 'changes need')} ${price}`,
  fitsNow: (files: number, price: string) => `${number(files)} fit now (${price})`,
  lasts: (days: number) =>
    `Lasts about ${plural(days, 'day', 'days')} at the rate of the last 7 days`,
  lastsUnknown: 'Forecast available after 5 days of use.',
  limitsTitle: 'Limits',
  sendsAgain: 'Send again automatically when the service shows neither a record nor a charge',
  sendsAgainText:
    'Once per file, after complete lists and the credit history were checked at least ten minutes after sending. A service that records later still can charge such a file twice.',
  limits: {
    day: {
      label: 'Per day',
      text: 'What uploads may spend in a day of UTC',
      field: 'Credits per day',
    },
    month: {
      label: 'Per month',
      text: 'What uploads may spend in a month of UTC',
      field: 'Credits per month',
    },
    floor: {
      label: 'Floor',
      text: 'Uploads stop before the balance goes below this',
      field: 'Credits to keep',
    },
    'ask-above': {
      label: 'Ask above',
      text: 'Files that cost more need approval',
      field: 'Credits for one file',
    },
    'brake-files': {
      label: 'Pause large batches: by files',
      text: 'A folder that brings more files at once waits for you',
      field: 'Files at once',
    },
    'brake-credits': {
      label: 'Pause large batches: by credits',
      text: 'A folder that costs more at once waits for you',
      field: 'Credits at once',
    },
  },
  folderBudget: 'Budget of this folder, changed with the folder',
  noLimit: 'No limit',
  change: 'Change',
  changeOf: (label: string) => `Change: ${label}`,
  emptyLifts: 'Empty means no limit.',
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
  releaseSelected: (price: string) => `Release selected (${price})`,
  releaseFitting: (files: number, price: string) =>
    `Release what fits: ${plural(files, 'file', 'files')} (${price})`,
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
    'Private files are kept with restricted access and have no public download link. They are recorded and get a certificate as public ones do.',
  privateForGood:
    'This cannot be undone: once notarized as private, a file becomes public only by a second upload at its public price.',
  ask: 'Ask for credits…',
  askTitle: 'Ask for credits',
  copyText: 'Copy text',
  askFirst: (files: number, size: string, projects: readonly string[]) =>
    `${plural(files, 'file', 'files')} (${size})${projects.length === 0 ? '' : ` of ${projects.join(', ')}`} cannot be notarized: there are not enough credits.`,
  askSum: (sum: string, isExact: boolean) =>
    isExact ? `They cost ${sum} credits.` : `They cost at most ${sum} credits.`,
  askMissing: (there: string, missing: string) =>
    `${there} credits are there, so ${missing} more are needed.`,
  askWho: (email: string, userId: string) => `Account: ${email} (user id ${userId})`,
  history: 'Transactions',
  from: 'From',
  to: 'To',
  exportCsv: 'Export CSV',
  copyFrom: (moment: string) => `Saved copy, read ${moment}`,
  unknownDays: (days: number) => `${plural(days, 'day', 'days')} of it could not be read.`,
  day: 'Day (UTC)',
  spent: 'Spent',
  added: 'Added',
  leftAtEnd: 'Left at its end',
  spentByDay: 'Spent by day',
  leftByDay: 'Left at the end of each day',
  spentChart: (total: string, days: number) =>
    `${total} credits in ${plural(days, 'day', 'days')}.`,
  leftChart: (first: string, last: string) => `From ${first} to ${last} credits.`,
  budgetPerDay: 'Budget per day',
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
  matched: 'matched by time and amount',
  deviates: (charged: string, expected: string) =>
    `The service charged ${charged} where ${expected} was expected.`,
  charges: {
    project: (name: string) => `Project ${name}`,
    member: (name: string) => `First member of project ${name}`,
    invitation: (name: string) => `Invitation of ${name}`,
    deletion: (name: string) => `Deletion of ${name}`,
  },
};
