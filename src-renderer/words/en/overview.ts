import { number, plural } from './figures.ts';

export const overview = {
  title: 'Overview',
  projects: 'Projects',
  welcome: 'Begin with a folder',
  welcomeText:
    'Choose a folder where your instruments save their files. Labseal shows what it would do and what it costs. Nothing is recorded or charged before you approve.',
  looked: (when: string) => `Folders checked: ${when}`,
  watchFolder: 'Watch a folder',
  nothingWatched: 'Nothing watched here',
  done: (count: number) => `${number(count)} done`,
  toGo: (count: number) => `${number(count)} to go`,
  firstSteps: 'First steps',
  steps: {
    'first-file': 'Notarize a first file',
    watch: 'Watch a folder',
    verify: 'Verify a file',
    invite: 'Invite a colleague',
  },
  allCredits: 'Credits and budgets',
  short: (credits: number, files: number) =>
    `What waits needs ${number(credits)} more. ${files === 0 ? 'None of it fits now.' : `${plural(files, 'file fits', 'files fit')} now.`}`,
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
