import { number } from './figures.ts';

export const settings = {
  sections: {
    general: 'General',
    watching: 'Watching',
    notifications: 'Notifications',
    diagnostics: 'Diagnostics',
    about: 'About',
    appearance: 'Appearance',
    spending: 'Uploads and credits',
    pace: 'Network',
    keyboard: 'Keyboard',
    data: 'Data and privacy',
  },
  spendingText: 'The limits are on the page Credits, beside how much of each is used.',
  needCount: 'Enter a whole number, or nothing.',
  toLimits: 'Go to the limits',
  speed: 'Upload limit (kB/s)',
  speedHint: 'For all uploads and checks together. Empty: as fast as it goes.',
  parallel: 'Files at once',
  asUseful: 'Automatic',
  account: 'Account',
  service: 'Service',
  sessionEnds: 'Signed in until',
  token: 'Sign-in',
  noToken: 'Not kept: you are signed out.',
  kept: {
    keychain: 'Kept in the keychain of this computer.',
    memory: 'Kept until Labseal ends; then you are asked again.',
    file: 'Stored unprotected in a file that only you may read.',
  },
  keychainFailed:
    'The keychain could not be used. Kept until Labseal ends; then you are asked again.',
  dataFolder: 'Data folder',
  showFirstSteps: 'Show the first steps on the overview',
  howItRuns:
    'Labseal goes on watching and sending when this page is closed, until “labseal serve” ends. It does not start with the computer.',
  windowGoesOn:
    'Closing the window does not end Labseal: it goes on watching and sending. “Quit” in its menu or beside the clock ends it.',
  startAtLogin: 'Start Labseal when I sign in to this computer',
  restOnBattery: 'Pause uploads while this computer runs on its battery',
  windowNotices: 'While you look elsewhere, this computer tells you what happened:',
  endedFor: (email: string) => `You are signed out (${email}).`,
  signOutTitle: 'Sign out with work in progress?',
  signOutGoing: (count: number) =>
    count === 1
      ? '1 file or change is on its way, approved or waiting to be sent. It waits until you sign in again.'
      : `${number(count)} files and changes are on their way, approved or waiting to be sent. They wait until you sign in again.`,
  signOutText:
    'After signing out nothing is sent. Folders, records and certificates stay on this computer.',
  watchingText:
    'For folders that you watch from now on. Folders that are watched already keep their own rules.',
  notificationsText:
    'The browser tells you while this page is open but not in front. When the page is closed, Labseal works on and tells nobody.',
  notAllowed: {
    denied:
      'This browser does not let this page show notices. Allow them in its settings of the page.',
    never: 'This browser cannot show notices.',
  },
  noticeKinds: {
    notarized: 'Files were notarized',
    'needs-you': 'Files need attention',
    'signed-out': 'You are signed out while something waits',
    credits: 'Credits are short or a budget is used up',
    refused: 'A change needs attention',
  },
  characterKeys: '“?” shows the shortcuts, except where you write',
  countInTitle: 'Count the files that need attention in the title of the tab',
  countInWindow: 'Count the files that need attention in the title of the window',
  report: 'The report',
  reportText: 'A report for whoever helps you; Labseal does not send it. It holds:',
  reportHolds: [
    'the versions of Labseal and of the system',
    'the paths of watched folders, with ~ for your home',
    'how many files are in which state, what waits, and your limits',
    'recent Labseal errors, with secrets removed',
  ] as readonly string[],
  reportLacks:
    'It does not hold your sign-in, your e-mail address, names of files or anything of what is in them. An error may name a path; read the report before you share it.',
  copy: 'Copy',
  copied: 'The report was copied.',
  saveReport: 'Save as a file',
  makeAgain: 'Make it again',
  aboutText: 'Labseal watches lab folders and proves finished files on a notarization service.',
  version: 'Version',
  licence: 'Licence',
  components: 'Made with',
  component: 'Package',
  leaves: 'What leaves this computer',
  leavesText: [
    'The files you approved, to the service named above; private ones have no public link.',
    'New files of a folder that asks before the price, to look for duplicates (free).',
    'Nothing else: no statistics, no reports, no look for updates.',
  ] as readonly string[],
};
