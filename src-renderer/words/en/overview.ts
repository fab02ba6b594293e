import { number, plural } from './figures.ts';

export const overview = {
  welcome: 'Begin with a folder',
  welcomeText:
    'Choose a folder where your instruments save their files. Labseal shows what it would do and what it costs. Nothing is recorded or charged before you approve.',
  looked: (when: string) => `Folders checked: ${when}`,
  watchFolder: 'Watch a folder',
  nothingWatched: 'Nothing watched here',
  done: (count: number) => `${number(count)} done`,
  toGo: (count: number) => `${number(count)} to go`,
  missing: (count: number) => `${number(count)} missing`,
  deleted: (count: number) => `${number(count)} deleted on the service`,
  leftOut: (count: number) => `${number(count)} left out`,
  firstSteps: 'First steps',
  steps: {
    'first-file': 'Notarize a first file',
    watch: 'Watch a folder',
    verify: 'Verify a file',
    invite: 'Invite a colleague',
  },
  allCredits: 'Credits and budgets',
  latest: 'Latest certificates',
  files: (count: number) => plural(count, 'file', 'files'),
  balanceUnknown: 'The balance has not been read yet.',
  now: 'Now',
  job: 'Finished files of the present job',
  jobSoFar: (finished: number, files: number) =>
    `${number(finished)} of ${plural(files, 'file', 'files')} finished`,
  nowUnknown: 'Not known while Labseal does not answer.',
  lastDays: 'Last 30 days',
  doneByDay: 'Finished files',
  doneInDays: (count: number) => `${plural(count, 'file', 'files')} in 30 days.`,
  doneFiles: 'Finished',
  day: 'Day',
  noneDone: 'No files were finished in these days yet.',
};

export const inbox = {
  title: (count: number) =>
    count === 0 ? 'Needs attention' : `Needs attention (${number(count)})`,
  nothing: 'Nothing needs attention.',
  showAll: (count: number) => `Show all (${number(count)})`,
  chooseFiles: 'Choose files…',
  chooseOf: (files: string) => `Choose: ${files}…`,
  changeLimits: 'Change limits…',
  compare: 'Compare',
  decide: 'Decide…',
  verbs: {
    credits: 'Go to Credits',
    size_limit: 'Show files',
    procedure: 'Add procedure…',
    labels: 'Add labels…',
    permission: 'Change project…',
    id_in_use: 'Compare records',
    failed: 'Show reasons',
    changed: 'Compare versions',
  } as Readonly<Record<string, string | undefined>>,
  decided: 'Decided, waiting',
  approved: 'Approved, waiting to be sent',
  approvedOne: 'Approved, waiting to be sent.',
  approvedAwayOne: 'Approved, waiting for the service.',
  sentByItself: 'It is sent automatically; nothing else to do.',
  sentWithFolder: 'It is sent once its folder is there again.',
  approvedFiles: (count: number, short: number) => {
    const files = plural(count, 'file', 'files');
    if (short === 0) return `${files}. Sent automatically; nothing else to do.`;
    if (short === count) return `${files}. Sent once your credits and limits allow it.`;
    return `${files}: ${number(count - short)} sent automatically, ${number(short)} once your credits and limits allow it.`;
  },
  changesAway: 'Changes waiting for the service',
  changes: 'Changes waiting to be sent',
  changesInOutbox: (count: number) => `${plural(count, 'change', 'changes')} in the outbox.`,
};

export const firstRun = {
  step: (step: number) => `Step ${step} of 3`,
  place: 'Where should your first file go?',
  placeText: 'Files belong to projects. Whoever is in one sees what was notarized in it.',
  project: 'Project',
  notYet: 'Before your first file',
  newProject: (credits: number) => `New project (${plural(credits, 'credit', 'credits')})`,
  next: 'Next',
  back: 'Back',
  skip: 'Later',
  what: 'What do you want to notarize?',
  whatText: (project: string) => `It goes to ${project}.`,
  fewFiles: 'A few files now',
  fewFilesText: 'Files to notarize now',
  folder: 'A folder, from now on',
  folderText:
    'Labseal watches it and takes each file when it is finished. Nothing is sent before you approve.',
  details: 'How should it be notarized?',
  files: 'Files',
  checked: 'What the service has already is free.',
  notarize: (price: string) => `Notarize (${price})`,
  costs: (price: string) => `Costs at most ${price}.`,
  leaves: (price: string, left: string) => `Costs at most ${price}; that leaves ${left}.`,
  short: (price: string, credits: number) =>
    `Costs at most ${price}, ${number(credits)} short. The rest waits until you have enough.`,
  onItsWay: 'On its way',
  onItsWayText: 'From here on Labseal does the rest.',
  steps: 'Steps of the file',
  takesLonger:
    'Recording can take a few minutes. You can leave this page; Labseal continues, and the certificate appears under Certificates.',
  done: 'Done',
  doneText: 'Every step is done; the certificate is yours to keep.',
  begin: 'Notarize your first file',
};
