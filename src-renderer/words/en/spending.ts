import { transactionType } from '../../../src-shared/model/words/en/transaction-type.ts';
import { number, plural, pluralForm } from './figures.ts';

export const credits = {
  title: 'Credits',
  balance: 'Balance',
  unknownBalance: 'Balance not read yet',
  maybeOld: 'The balance may be out of date.',
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
  save: 'Save',
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

export const spend = {
  title: (files: number) => `Approve ${plural(files, 'file', 'files')}?`,
  files: 'Files',
  price: 'Price',
  balance: 'Balance',
  left: 'Left afterwards',
  notRead: 'Not read yet',
  short: 'Short by',
  shortText: 'What does not fit waits for credits; nothing is lost.',
  exactText: 'This price matches what the service charged before.',
  aboutText: 'The service names no exact price in advance. It is never more than this.',
  again:
    'The service received this before and did not write it to the chain. That upload may have been charged; this one is charged too.',
  approve: (price: string) => `Approve ${price}`,
  hasGrown: 'The price has just grown, so nothing was approved. Look at it and approve again.',
  waits: (files: number) =>
    pluralForm(
      files,
      '1 file waits for your approval.',
      `${number(files)} files wait for your approval.`,
    ),
  costs: (files: number, price: string) =>
    pluralForm(files, `It costs ${price}`, `They cost ${price} together`),
  leaves: (credits: number) => `${number(credits)} left afterwards.`,
  lacks: (credits: number) => `${number(credits)} short: what does not fit waits for credits.`,
};

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
      'Nothing was sent: the service does not let your account list its projects, and Labseal looks there first so that no project is paid for twice.',
    project:
      'Nothing was sent: the service does not show this project to your account, and Labseal looks there first.',
    person:
      'Nothing was sent: the service does not let your account look people up by e-mail address.',
    balance:
      'Nothing was sent: the service does not show your balance, and Labseal checks it before it spends credits.',
    file: 'Nothing was sent: the service does not show this file to your account, and Labseal checks first that its deletion was not paid for already.',
    record:
      'Nothing was sent: the service does not show your own record, and an edit replaces all of it.',
    tags: 'Nothing was sent: an earlier answer was lost, and the service does not let your account search tags. Check on the platform whether the tag exists.',
  },
  noAccount: (email: string) =>
    `There is no account with the address ${email}. Nothing was charged.`,
  belowFloor: (left: number, floor: number) =>
    `It would leave ${number(left)} credits, below the ${number(floor)} you want to keep. Nothing was sent.`,
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
